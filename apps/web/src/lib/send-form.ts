import { type ErrorCode, errorMessage, isErrorCode } from "@hearth/domain/errors";
import { z } from "zod";
import { session } from "./session.ts";

/** A multipart form for the REST API. */
export interface FormToSend {
  method: "POST" | "PUT";
  path: string;
  fields: Record<string, string>;
  files: File[];
  idempotencyKey: string;
  /** Sent share, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
}

/** Refusal of a form: the server's message and fields, or defaults if no answer from Hearth arrived. */
export class FormRefused extends Error {
  override name = "FormRefused";
  readonly code: ErrorCode | null;
  readonly fields: Record<string, string>;

  constructor(answer: { message: string; code: ErrorCode | null; fields: Record<string, string> }) {
    super(answer.message);
    this.code = answer.code;
    this.fields = answer.fields;
  }
}

const refusal = z.object({ message: z.string(), code: z.string(), errors: z.record(z.string(), z.string()).optional() });

/** Sends a form with files and the auth token. The files' field is `documents`. @throws FormRefused on refusals and network errors. */
export function sendForm({ method, path, fields, files, idempotencyKey, onProgress }: FormToSend): Promise<void> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const file of files) body.append("documents", file, file.name);
  const { authToken } = session.get();
  return new Promise((resolve, reject) => {
    // fetch does not report upload progress.
    const request = new XMLHttpRequest();
    request.open(method, path);
    if (authToken !== null) request.setRequestHeader("Authorization", `Bearer ${authToken}`);
    request.setRequestHeader("Idempotency-Key", idempotencyKey);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300) return resolve();
      if (request.status === 401 && authToken === session.get().authToken) session.signOut(true);
      reject(readRefusal(request.responseText));
    });
    for (const event of ["error", "timeout", "abort"]) request.addEventListener(event, () => reject(readRefusal("")));
    request.send(body);
  });
}

function readRefusal(text: string): FormRefused {
  const { data } = refusal.safeParse(parseJson(text));
  if (!data || !isErrorCode(data.code)) return new FormRefused({ message: errorMessage("INTERNAL"), code: null, fields: {} });
  return new FormRefused({ message: data.message, code: data.code, fields: data.errors ?? {} });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
