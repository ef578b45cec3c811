import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { listLookBackDue, markLookedBack } from "./wallet.repo.ts";

/** A wallet that was proven, and that may have sent money before. */
export interface LookBack {
  id: string;
  address: `0x${string}`;
}

/** Some of the wallets that were proven since somebody last looked and are not set aside; whoever reads money looks at what they had sent before. */
export function listLookBacks(db: DatabaseOrTransaction, now: Date): Promise<LookBack[]> {
  return listLookBackDue(db, now, 20);
}

/** Says, in the transaction that looked, that nothing of this wallet is left to look at. */
export function endLookBack(tx: Transaction, { id }: LookBack): Promise<void> {
  return markLookedBack(tx, id);
}
