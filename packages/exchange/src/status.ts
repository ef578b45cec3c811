import type { OnrampState } from "./provider.ts";

const ends: Record<string, OnrampState> = {
  ONRAMP_TRANSACTION_STATUS_SUCCESS: "succeeded",
  ONRAMP_TRANSACTION_STATUS_FAILED: "failed",
};

/** What a provider's status means. One that nobody knows means pending: it ends nothing and promises nothing. */
export function onrampState(status: string): OnrampState {
  return Object.hasOwn(ends, status) ? (ends[status] ?? "pending") : "pending";
}
