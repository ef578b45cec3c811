import { useSyncExternalStore } from "react";
import { createSentTransfers, parseSentTransfer, type SentTransfer } from "./sent-transfers.ts";

/** This browser's own memory of sent transfers. */
export const sentTransfers = createSentTransfers(window.localStorage);
window.addEventListener("storage", sentTransfers.tell);

/** What this browser has sent for a payment, followed across its tabs. */
export function useSentTransfer(paymentId: string): SentTransfer | null {
  return parseSentTransfer(useSyncExternalStore(sentTransfers.subscribe, () => sentTransfers.read(paymentId)));
}
