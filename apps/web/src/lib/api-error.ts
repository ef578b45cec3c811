import { type ErrorCode, isErrorCode } from "@hearth/domain/errors";
import { TRPCClientError } from "@trpc/client";
import { z } from "zod";

const answer = z.object({ code: z.string() });
const againstFields = z.object({ errors: z.record(z.string(), z.string()) });

/** The product's code of a failure, or null where the server could not be reached. */
export function errorCode(error: unknown): ErrorCode | null {
  if (!(error instanceof TRPCClientError)) return null;
  const code = answer.safeParse(error.data).data?.code;
  return isErrorCode(code) ? code : null;
}

/** What the server said against single fields, by their names. */
export function fieldErrors(error: unknown): Record<string, string> {
  return error instanceof TRPCClientError ? (againstFields.safeParse(error.data).data?.errors ?? {}) : {};
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
