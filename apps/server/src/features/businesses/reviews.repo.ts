import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { merchants } from "@hearth/db/schema/merchants";
import { and, asc, count, eq, isNotNull, isNull, min, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

/** Returns merchants without a name skeleton. */
export async function listWithoutSkeleton(db: DatabaseOrTransaction, limit: number) {
  return db.select({ id: merchants.id, name: merchants.name }).from(merchants).where(eq(merchants.nameSkeleton, "")).limit(limit);
}

/** Stores the skeleton of a merchant's name, unless the name has changed meanwhile. */
export async function setSkeleton(db: DatabaseOrTransaction, merchant: { id: string; name: string; nameSkeleton: string }): Promise<void> {
  await db
    .update(merchants)
    .set({ nameSkeleton: merchant.nameSkeleton })
    .where(and(eq(merchants.id, merchant.id), eq(merchants.name, merchant.name)));
}

/** Takes an advisory lock until the transaction ends, so that concurrent calls cannot take names with the same skeleton. */
export async function holdSkeleton(tx: Transaction, skeleton: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`merchant name ${skeleton}`}, 0))`);
}

/** Finds the oldest other merchant whose name has this skeleton, ignoring refused merchants. */
export async function findLookAlike(tx: Transaction, skeleton: string, exceptId?: string): Promise<{ id: string; name: string } | null> {
  const isOther = exceptId === undefined ? undefined : ne(merchants.id, exceptId);
  const [row] = await tx
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(and(eq(merchants.nameSkeleton, skeleton), isNull(merchants.refusalReason), isOther))
    .orderBy(asc(merchants.id))
    .limit(1);
  return row ?? null;
}

const lookAlike = alias(merchants, "look_alike");

/** Returns the merchants held for review, oldest first, each with the merchant whose name it resembles. */
export async function listHeld(db: DatabaseOrTransaction, limit: number) {
  return db
    .select({ merchant: merchants, lookAlike })
    .from(merchants)
    .innerJoin(lookAlike, eq(lookAlike.id, merchants.lookAlikeId))
    .where(isNotNull(merchants.heldAt))
    .orderBy(asc(merchants.heldAt), asc(merchants.id))
    .limit(limit);
}
export type HeldRow = Awaited<ReturnType<typeof listHeld>>[number];

/** Counts the merchants held for review, with the time of the oldest. */
export async function countHeld(db: DatabaseOrTransaction): Promise<{ count: number; since: Date | null }> {
  const [row] = await db
    .select({ count: count(), since: min(merchants.heldAt) })
    .from(merchants)
    .where(isNotNull(merchants.heldAt));
  return row ?? { count: 0, since: null };
}

/** The stored state of a merchant's review. */
export type Review = Required<Pick<typeof merchants.$inferInsert, "reviewedAt" | "reviewedBy" | "refusalReason" | "heldAt">> &
  Partial<Pick<typeof merchants.$inferInsert, "status">>;

/** Stores the review state of a locked merchant. */
export async function setReview(tx: Transaction, id: string, review: Review): Promise<void> {
  await tx.update(merchants).set(review).where(eq(merchants.id, id));
}
