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
  expected: ScheduledPaymentRow,
  change: (tx: Transaction, current: ScheduledPaymentRow, now: Date) => Promise<void>,
): Promise<void> {
  await transactWithRetry(deps.db, async (tx) => {
    const current = await lockScheduledPayment(tx, expected.id);
    if (current?.status === expected.status && current.encryptedSignature === expected.encryptedSignature)
      await change(tx, current, deps.clock.now());
  });
}
