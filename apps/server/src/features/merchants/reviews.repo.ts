import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { merchants } from "@hearth/db/schema/merchants";
import { and, asc, count, eq, isNotNull, isNull, min, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

/** Businesses whose names have no skeleton yet. */
export async function listWithoutSkeleton(db: DatabaseOrTransaction, limit: number) {
  return db.select({ id: merchants.id, name: merchants.name }).from(merchants).where(eq(merchants.nameSkeleton, "")).limit(limit);
}

/** Keeps what a business's name looks like, unless it has another one meanwhile. */
export async function setSkeleton(db: DatabaseOrTransaction, of: { id: string; name: string; nameSkeleton: string }): Promise<void> {
  await db
    .update(merchants)
    .set({ nameSkeleton: of.nameSkeleton })
    .where(and(eq(merchants.id, of.id), eq(merchants.name, of.name)));
}

/** Lets those who want names that look alike take turns, until the transaction ends. */
export async function holdSkeleton(tx: Transaction, skeleton: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`merchant name ${skeleton}`}, 0))`);
}

/** The oldest business but the given one whose name looks like that; one that was refused its name does not count. */
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

/** The businesses that wait for an administrator, the oldest first, each with the one that it can be taken for. */
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

/** How many businesses wait for an administrator, and since when the first of them does. */
export async function countHeld(db: DatabaseOrTransaction): Promise<{ count: number; since: Date | null }> {
  const [row] = await db
    .select({ count: count(), since: min(merchants.heldAt) })
    .from(merchants)
    .where(isNotNull(merchants.heldAt));
  return row ?? { count: 0, since: null };
}

/** Where a business stands, as it is kept. */
export type Review = Required<Pick<typeof merchants.$inferInsert, "reviewedAt" | "reviewedBy" | "refusalReason" | "heldAt">> &
  Partial<Pick<typeof merchants.$inferInsert, "status">>;

/** Keeps where a locked business stands. */
export async function setReview(tx: Transaction, id: string, review: Review): Promise<void> {
  await tx.update(merchants).set(review).where(eq(merchants.id, id));
}
