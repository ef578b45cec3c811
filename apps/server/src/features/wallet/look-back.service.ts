import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { listLookBackDue, markLookedBack } from "./wallet.repo.ts";

/** A newly proven wallet, whose earlier transfers must be matched. */
export interface LookBack {
  id: string;
  address: `0x${string}`;
}

/** Lists at most 20 newly proven wallets whose earlier transfers were not matched yet, except those set aside. */
export function listLookBacks(db: DatabaseOrTransaction, now: Date): Promise<LookBack[]> {
  return listLookBackDue(db, now, 20);
}

/** Marks a wallet's earlier transfers as matched, in the transaction that matched them. */
export function endLookBack(tx: Transaction, { id }: LookBack): Promise<void> {
  return markLookedBack(tx, id);
}
