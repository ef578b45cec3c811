import type { ErrorCode } from "@hearth/domain/errors";
import { errorCode, errorMessage } from "../../lib/api-error.ts";

/** What a form is told after it has been sent: it went well, or the sentence to show. */
export type FormOutcome = { ok: true } | Refusal;

/** Why something was not done: the sentence to show, and the product's code where the server said no. */
export interface Refusal {
  ok: false;
  message: string;
  code?: ErrorCode | null;
}

/** A failed call as a form is told of it. */
export function refusalOf(error: unknown, fallback: string): Refusal {
  return { ok: false, message: errorMessage(error, fallback), code: errorCode(error) };
}
