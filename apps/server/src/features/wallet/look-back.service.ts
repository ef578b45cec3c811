import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { listLookBackDue, markLookBackDue, markLookedBack } from "./wallet.repo.ts";

/** A wallet that was proven, and that may have sent money before. */
export interface LookBack {
  id: string;
  address: `0x${string}`;
}

/** Some of the wallets that were proven since somebody last looked; whoever reads money looks at what they had sent before. */
export function listLookBacks(db: DatabaseOrTransaction): Promise<LookBack[]> {
  return listLookBackDue(db, 20);
}

/** Says, in the transaction that looked, that nothing of this wallet is left to look at. */
export function endLookBack(tx: Transaction, { id }: LookBack): Promise<void> {
  return markLookedBack(tx, id);
}

/** Puts a wallet whose look failed behind all others. */
export function postponeLookBack(db: DatabaseOrTransaction, { id }: LookBack, now: Date): Promise<void> {
  return markLookBackDue(db, id, now);
}
