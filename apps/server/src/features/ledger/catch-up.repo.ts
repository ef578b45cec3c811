import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { payees } from "@hearth/db/schema/payees";
import { and, asc, inArray, isNotNull, lte, sql } from "drizzle-orm";

/** So many wallets share a page, which a node takes in one list. */
const atOnce = 500;

/** The wallets that are read again from before they were proven, those that are furthest behind first. */
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

/** Says that these wallets were read again up to a block; those that somebody has read further stay where they are. */
export async function moveCatchUp(tx: Transaction, ids: string[], upTo: bigint): Promise<void> {
  const next = String(upTo + 1n);
  await tx
    .update(payees)
    .set({ catchUpBlock: sql`case when ${payees.provenFromBlock} > ${next} then ${next}::bigint end` })
    .where(and(inArray(payees.id, ids), lte(payees.catchUpBlock, upTo)));
}
