import { type ErrorCode, isErrorCode } from "@hearth/domain/errors";
import { z } from "zod";
import { isAboutShownData, refreshAfter, refreshAfterNoAnswer } from "./refresh-after.ts";
import { session } from "./session.ts";
import { noAnswer, unansweredWrites } from "./unanswered-writes.ts";

/** A multipart form for the REST API. */
export interface FormToSend {
  method: "POST" | "PUT";
  path: string;
  /** The procedure behind the path. */
  procedure: string;
  fields: Record<string, string>;
  files: File[];
  /** Sent share, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined;
}

/** The server's refusal of a form, with its messages by field. */
export class FormRefused extends Error {
  override name = "FormRefused";
  readonly code: ErrorCode;
  readonly fields: Record<string, string>;

  constructor(answer: { message: string; code: ErrorCode; fields: Record<string, string> }) {
    super(answer.message);
    this.code = answer.code;
    this.fields = answer.fields;
  }
}

const refusal = z.object({ message: z.string(), code: z.string(), errors: z.record(z.string(), z.string()).optional() });

/**
 * Sends a form with files and the auth token. The files' field is `documents`. The same form is sent with the same idempotency key until
 * the server has answered. Resolves once the shown data that it changed is up to date. @throws FormRefused, or NoAnswer.
 */
export async function sendForm({ method, path, procedure, fields, files, onProgress }: FormToSend): Promise<void> {
  const { authToken, user } = session.get();
  const named = files.map(({ name, size, lastModified }) => [name, size, lastModified]);
  const write = await unansweredWrites.begin(user?._id ?? "", path, [fields, named]);
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  for (const file of files) body.append("documents", file, file.name);
  const wasOffline = !navigator.onLine;
  const answer = await new Promise<{ status: number; text: string } | null>((resolve) => {
    // fetch does not report upload progress.
    const request = new XMLHttpRequest();
    request.open(method, path);
    if (authToken !== null) request.setRequestHeader("Authorization", `Bearer ${authToken}`);
    request.setRequestHeader("Idempotency-Key", write.key);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => resolve({ status: request.status, text: request.responseText }));
    for (const event of ["error", "timeout", "abort"]) request.addEventListener(event, () => resolve(null));
    request.send(body);
  });
  if (answer !== null && answer.status >= 200 && answer.status < 300) {
    write.settle();
    return refreshAfter(procedure);
  }
  if (answer?.status === 401 && authToken === session.get().authToken) session.signOut(true);
  const refused = answer === null ? null : readRefusal(answer.text);
  if (refused !== null && refused.code !== "INTERNAL") {
    write.refuse();
    if (isAboutShownData(answer?.status)) await refreshAfter(procedure);
    throw refused;
  }
  const isUnsent = wasOffline && answer === null && !write.isRepeat;
  if (isUnsent) write.settle();
  else {
    write.lose();
    refreshAfterNoAnswer();
  }
  throw noAnswer(isUnsent ? "unsent" : "repeatable");
}

/** The refusal in an answer, or null if it is none of Hearth's. */
function readRefusal(text: string): FormRefused | null {
  const { data } = refusal.safeParse(parseJson(text));
  if (!data || !isErrorCode(data.code)) return null;
  return new FormRefused({ message: data.message, code: data.code, fields: data.errors ?? {} });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
