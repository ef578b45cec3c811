import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import type { Deps } from "../../deps.ts";
import { type ScheduledPaymentRow, lockScheduledPayment } from "./scheduled-payments.repo.ts";

/** Changes a scheduled payment under its lock, if it has not changed since it was read. */
export async function changeIfUnchanged(
  deps: Pick<Deps, "clock"> & { db: DatabaseOrTransaction },
  seen: ScheduledPaymentRow,
  change: (tx: Transaction, held: ScheduledPaymentRow, now: Date) => Promise<void>,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const held = await lockScheduledPayment(tx, seen.id);
    if (held?.status === seen.status && held.encryptedSignature === seen.encryptedSignature) await change(tx, held, deps.clock.now());
  });
}
