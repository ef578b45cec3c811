import { errorCode, errorMessage } from "../../lib/api-error.ts";
import type { Refusal } from "./outcome.ts";

/** Converts a failed call to a form's refusal. */
export function refusalOf(error: unknown, fallback: string): Refusal {
  return { ok: false, message: errorMessage(error, fallback), code: errorCode(error) };
}
