import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { payees } from "@hearth/db/schema/payees";
import { and, asc, inArray, isNotNull, lte, sql } from "drizzle-orm";

/** Wallets per page; a node accepts that many addresses in one filter. */
const atOnce = 500;

/** Lists the wallets to re-read from before their proof, the furthest behind first. */
export async function listCatchingUp(db: DatabaseOrTransaction) {
  return db
    .select({
      id: payees.id,
      address: payees.address,
      catchUpBlock: sql<string>`${payees.catchUpBlock}`.mapWith(BigInt),
      provenFromBlock: sql<string>`${payees.provenFromBlock}`.mapWith(BigInt),
    })
    .from(payees)
    .where(isNotNull(payees.catchUpBlock))
    .orderBy(asc(payees.catchUpBlock), asc(payees.id))
    .limit(atOnce);
}

/** Stores that these wallets are re-read up to a block. Never moves a wallet back that another process has read further. */
export async function moveCatchUp(tx: Transaction, ids: string[], upTo: bigint): Promise<void> {
  const next = String(upTo + 1n);
  await tx
    .update(payees)
    .set({ catchUpBlock: sql`case when ${payees.provenFromBlock} > ${next} then ${next}::bigint end` })
    .where(and(inArray(payees.id, ids), lte(payees.catchUpBlock, upTo)));
}
