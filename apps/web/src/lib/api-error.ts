import { type ErrorCode, isErrorCode } from "@hearth/domain/errors";
import { TRPCClientError } from "@trpc/client";
import { z } from "zod";

const answer = z.object({ code: z.string(), errors: z.record(z.string(), z.string()).optional() });

/** What the server answered to a failed call; null where no answer came at all. */
function answerOf(error: unknown): { code: ErrorCode; errors: Record<string, string> } | null {
  if (!(error instanceof TRPCClientError)) return null;
  const { success, data } = answer.safeParse(error.data);
  return success && isErrorCode(data.code) ? { code: data.code, errors: data.errors ?? {} } : null;
}

/** The product's code of a failure, or null where the server could not be reached. */
export function errorCode(error: unknown): ErrorCode | null {
  return answerOf(error)?.code ?? null;
}

/** What the server said against single fields, by their names. */
export function fieldErrors(error: unknown): Record<string, string> {
  return answerOf(error)?.errors ?? {};
}

/** Whether the call failed on its way: no answer of the server came back. */
export function isNetworkError(error: unknown): boolean {
  return answerOf(error) === null;
}

/** The server's sentence about a failure, or the given one where it has none of its own. */
export function errorMessage(error: unknown, fallback: string): string {
  const code = errorCode(error);
  return code === null || code === "INTERNAL" || !(error instanceof Error) ? fallback : error.message;
}
