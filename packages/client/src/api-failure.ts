import type { ErrorCode } from "@hearth/domain/errors";
import { TRPCClientError } from "@trpc/client";

/** The server's error response to a failed call. */
export interface ApiFailure {
  /** The error catalogue's code, for programs. */
  code: ErrorCode;
  /** The HTTP status. Statuses from 500 are the server's own fault. */
  status: number;
  /** The server's message, for people. */
  message: string;
  /** Validation messages by input field. */
  fields: Record<string, string>;
  /** Identifies the failure in the server's log. Only for unexpected failures. */
  requestId: string | null;
}

/** Extracts the server's response from a failed call. Null if there was none, because the server could not be reached. */
export function readApiFailure(error: unknown): ApiFailure | null {
  if (!(error instanceof TRPCClientError)) return null;
  const { code, httpStatus: status, errors, requestId } = membersOf(error.data);
  if (!isErrorCode(code) || typeof status !== "number") return null;
  const fields = Object.fromEntries(Object.entries(membersOf(errors)).filter(isText));
  return { code, status, message: error.message, fields, requestId: typeof requestId === "string" ? requestId : null };
}

/** Does not check the code against the catalogue, which would add every message to each page's bundle. */
function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string";
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string";
}

/** The members of an object; empty for any other value. */
function membersOf(answer: unknown): Record<string, unknown> {
  return typeof answer === "object" && answer !== null ? { ...answer } : {};
}
