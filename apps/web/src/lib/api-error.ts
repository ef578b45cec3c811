import { readApiFailure } from "@hearth/client/api-failure";
import type { ErrorCode } from "@hearth/domain/errors";

/** Hearth's error code of a failed call, or null if the server could not be reached. */
export function errorCode(error: unknown): ErrorCode | null {
  return readApiFailure(error)?.code ?? null;
}

/** The server's messages about single fields, by name. */
export function fieldErrors(error: unknown): Record<string, string> {
  return readApiFailure(error)?.fields ?? {};
}

/** True if no answer from the server arrived. */
export function isNetworkError(error: unknown): boolean {
  return errorCode(error) === null;
}

/** The server's message about a failure, or the fallback if it has none for users. */
export function errorMessage(error: unknown, fallback: string): string {
  const code = errorCode(error);
  return code === null || code === "INTERNAL" || !(error instanceof Error) ? fallback : error.message;
}
