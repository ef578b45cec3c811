import type { ErrorCode } from "@hearth/domain/errors";
import { TRPCClientError } from "@trpc/client";

/** What the server answered instead of a result. */
export interface ApiFailure {
  /** The catalogue's code, for programs. */
  code: ErrorCode;
  /** The HTTP status of the failure: 500 and above are the server's own trouble. */
  status: number;
  /** The server's sentence, for people. */
  message: string;
  /** What is wrong with single fields of the input, by their names. */
  fields: Record<string, string>;
  /** Names the case in the server's log; only for failures nobody expects. */
  requestId: string | null;
}

/** Reads the server's answer out of a failed call; null where none came back, so that the server could not be reached. */
export function readApiFailure(error: unknown): ApiFailure | null {
  if (!(error instanceof TRPCClientError)) return null;
  const { code, httpStatus: status, errors, requestId } = membersOf(error.data);
  if (!isErrorCode(code) || typeof status !== "number") return null;
  const fields = Object.fromEntries(Object.entries(membersOf(errors)).filter(isText));
  return { code, status, message: error.message, fields, requestId: typeof requestId === "string" ? requestId : null };
}

/** Takes the server at its word: looking a code up would bring the whole catalogue with its sentences to every page. */
function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string";
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string";
}

/** What an answer holds, whatever it is; nothing where it is no object. */
function membersOf(answer: unknown): Record<string, unknown> {
  return typeof answer === "object" && answer !== null ? { ...answer } : {};
}
