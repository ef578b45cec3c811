import { readApiFailure } from "@hearth/client/api-failure";
import type { ErrorCode } from "@hearth/domain/errors";

/** The product's code of a failure, or null where the server could not be reached. */
export function errorCode(error: unknown): ErrorCode | null {
  return readApiFailure(error)?.code ?? null;
}

/** What the server said against single fields, by their names. */
export function fieldErrors(error: unknown): Record<string, string> {
  return readApiFailure(error)?.fields ?? {};
}

/** Whether the call failed on its way: no answer of the server came back. */
export function isNetworkError(error: unknown): boolean {
  return errorCode(error) === null;
}

/** The server's sentence about a failure, or the given one where it has none of its own. */
export function errorMessage(error: unknown, fallback: string): string {
  const code = errorCode(error);
  return code === null || code === "INTERNAL" || !(error instanceof Error) ? fallback : error.message;
}
