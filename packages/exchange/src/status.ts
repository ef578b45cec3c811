import type { OnrampState } from "./provider.ts";

const ends: Record<string, OnrampState> = {
  ONRAMP_TRANSACTION_STATUS_SUCCESS: "succeeded",
  ONRAMP_TRANSACTION_STATUS_FAILED: "failed",
};

/** Maps a provider's status. An unknown status means pending, so nothing is ended or promised. */
export function onrampState(status: string): OnrampState {
  return Object.hasOwn(ends, status) ? (ends[status] ?? "pending") : "pending";
}
