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

/** Thrown for a write without an answer: it was not sent, or its outcome is not known. */
export class NoAnswer extends Error {
  readonly wasSent: boolean;

  constructor(message: string, wasSent: boolean) {
    super(message);
    this.wasSent = wasSent;
  }
}

function noAnswerOf(error: unknown): NoAnswer | null {
  const cause = error instanceof Error && !(error instanceof NoAnswer) ? error.cause : error;
  return cause instanceof NoAnswer ? cause : null;
}

/** True if a failed write may have been done all the same. */
export function isOutcomeUnknown(error: unknown): boolean {
  return noAnswerOf(error)?.wasSent === true;
}

/** True if no answer from the server arrived. */
export function isNetworkError(error: unknown): boolean {
  return errorCode(error) === null;
}

/**
 * The server's message about a failure, or the fallback if it has none for users. A write without an answer gets a sentence that does not say
 * that nothing happened. Only reads, checks and what precedes a write need a fallback: a write has always an answer or such a sentence,
 * except when its code could not be loaded.
 */
export function errorMessage(error: unknown, fallback = "Hearth could not be reached. Please try again."): string {
  const noAnswer = noAnswerOf(error);
  if (noAnswer !== null) return noAnswer.message;
  const code = errorCode(error);
  return code === null || code === "INTERNAL" || !(error instanceof Error) ? fallback : error.message;
}

/** Like `errorMessage`, for a write whose fallback is specified: a write without an answer gets both sentences. */
export function specifiedMessage(error: unknown, specified: string): string {
  const noAnswer = noAnswerOf(error);
  return noAnswer === null ? errorMessage(error, specified) : `${specified}. ${noAnswer.message}`;
}
