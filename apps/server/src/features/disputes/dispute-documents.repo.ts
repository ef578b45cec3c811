import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { disputeDocuments } from "@hearth/db/schema/dispute-documents";
import { and, asc, eq, gt, inArray } from "drizzle-orm";

type DocumentRow = typeof disputeDocuments.$inferSelect;

/** Gives documents to a dispute; from then on their files belong to something. */
export async function insertDocuments(tx: Transaction, documents: (typeof disputeDocuments.$inferInsert)[]): Promise<void> {
  if (documents.length > 0) await tx.insert(disputeDocuments).values(documents);
}

/** How many documents a dispute has. */
export async function countDocuments(tx: Transaction, disputeId: string): Promise<number> {
  return tx.$count(disputeDocuments, eq(disputeDocuments.disputeId, disputeId));
}

/** One document of one dispute. */
export async function findDocument(db: DatabaseOrTransaction, disputeId: string, id: string): Promise<DocumentRow | null> {
  const [row] = await db
    .select()
    .from(disputeDocuments)
    .where(and(eq(disputeDocuments.disputeId, disputeId), eq(disputeDocuments.id, id)));
  return row ?? null;
}

/** Which of the ids belong to a dispute's document. */
export async function findClaimed(db: DatabaseOrTransaction, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.select({ id: disputeDocuments.id }).from(disputeDocuments).where(inArray(disputeDocuments.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/** The next documents in the order of their ids, with the SHA-256 of each. */
export async function listDigests(
  db: DatabaseOrTransaction,
  after: string | null,
  limit: number,
): Promise<{ id: string; sha256: string }[]> {
  return db
    .select({ id: disputeDocuments.id, sha256: disputeDocuments.sha256 })
    .from(disputeDocuments)
    .where(after === null ? undefined : gt(disputeDocuments.id, after))
    .orderBy(asc(disputeDocuments.id))
    .limit(limit);
}
