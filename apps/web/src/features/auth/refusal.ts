import { errorCode, errorMessage } from "../../lib/api-error.ts";
import type { Refusal } from "./outcome.ts";

/** A failed call as a form is told of it. */
export function refusalOf(error: unknown, fallback: string): Refusal {
  return { ok: false, message: errorMessage(error, fallback), code: errorCode(error) };
}
