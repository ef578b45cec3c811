import { type ErrorCode, isErrorCode } from "@hearth/domain/errors";
import { TRPCClientError } from "@trpc/client";

/** What the server answered instead of a result. */
export interface ApiFailure {
  /** The catalogue's code, for programs. */
  code: ErrorCode;
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
  const { code, errors, requestId } = membersOf(error.data);
  if (!isErrorCode(code)) return null;
  const fields = Object.entries(membersOf(errors)).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { code, message: error.message, fields: Object.fromEntries(fields), requestId: typeof requestId === "string" ? requestId : null };
}

/** What an answer holds, whatever it is; nothing where it is no object. */
function membersOf(answer: unknown): Record<string, unknown> {
  return typeof answer === "object" && answer !== null ? { ...answer } : {};
}
