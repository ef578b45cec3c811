import type { ErrorCode } from "@hearth/domain/errors";

/** Result of submitting a form: success, or the message to show. */
export type FormOutcome = { ok: true } | Refusal;

/** Reason for a failure: the message to show, and Hearth's error code if the server refused. */
export interface Refusal {
  ok: false;
  message: string;
  code?: ErrorCode | null;
}

/**
 * Converts a failed call to a form's refusal. Loads the error parser on demand, because the API client is not part of the first bundle
 * either.
 */
export async function lazyRefusalOf(error: unknown, fallback: string): Promise<Refusal> {
  try {
    const { refusalOf } = await import("./refusal.ts");
    return refusalOf(error, fallback);
  } catch {
    return { ok: false, message: fallback }; // Loading failed, so the network is down
  }
}

/** True if the server refused the user, as opposed to a moment without network, a failing server or too many calls. */
export async function isRefusal(error: unknown): Promise<boolean> {
  const { code } = await lazyRefusalOf(error, "");
  return code === "FORBIDDEN" || code === "ACCOUNT_SUSPENDED" || code === "NOT_FOUND";
}
