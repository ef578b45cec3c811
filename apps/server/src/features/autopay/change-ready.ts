import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../deps.ts";
import { type ChequeRow, lockCheque } from "./cheques.repo.ts";

/** Changes a cheque that is still as it was when it was read; one that moved on meanwhile is left alone. */
export async function changeReady(
  deps: Deps,
  seen: ChequeRow,
  change: (tx: Transaction, held: ChequeRow, now: Date) => Promise<void>,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const held = await lockCheque(tx, seen.id);
    if (held?.status === seen.status && held.encryptedSignature === seen.encryptedSignature) await change(tx, held, deps.clock.now());
  });
}
