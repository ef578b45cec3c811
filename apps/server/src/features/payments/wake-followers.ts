import type { Transaction } from "@hearth/db/client";
import { announcePayments } from "./payment-events.repo.ts";

/** Wakes whoever follows a payment when the transaction commits, because something beside it changed. */
export async function wakeFollowers(tx: Transaction, paymentUuid: string): Promise<void> {
  await announcePayments(tx, [paymentUuid]);
}
