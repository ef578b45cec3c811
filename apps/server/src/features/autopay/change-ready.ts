import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { transactWithRetry } from "@hearth/db/transact-again";
import type { Deps } from "../../deps.ts";
import { type ScheduledPaymentRow, lockScheduledPayment } from "./scheduled-payments.repo.ts";

/**
 * Changes a scheduled payment under its lock, if it has not changed since it was read. Retries after a deadlock: closing an account locks
 * the account before its scheduled payments, and a notification to the payer needs the account last.
 */
export async function changeIfUnchanged(
  deps: Pick<Deps, "clock"> & { db: DatabaseOrTransaction },
  seen: ScheduledPaymentRow,
  change: (tx: Transaction, held: ScheduledPaymentRow, now: Date) => Promise<void>,
): Promise<void> {
  await transactWithRetry(deps.db, async (tx) => {
    const held = await lockScheduledPayment(tx, seen.id);
    if (held?.status === seen.status && held.encryptedSignature === seen.encryptedSignature) await change(tx, held, deps.clock.now());
  });
}
