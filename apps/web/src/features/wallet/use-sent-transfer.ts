import { useSyncExternalStore } from "react";
import { sharedStore } from "../../lib/browser-store.ts";
import { createSentTransfers, parseSentTransfer, type SentTransfer } from "./sent-transfers.ts";

export const sentTransfers = createSentTransfers(sharedStore);
window.addEventListener("storage", sentTransfers.notify);

/** Returns what this browser sent for a payment, in sync with its other tabs. */
export function useSentTransfer(paymentId: string): SentTransfer | null {
  return parseSentTransfer(useSyncExternalStore(sentTransfers.subscribe, () => sentTransfers.read(paymentId)));
}
