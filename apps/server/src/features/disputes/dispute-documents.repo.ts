import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { disputeDocuments } from "@hearth/db/schema/dispute-documents";
import { and, asc, eq, gt, inArray } from "drizzle-orm";

type DocumentRow = typeof disputeDocuments.$inferSelect;

/** Inserts a dispute's documents. Their files are then claimed and not swept. */
export async function insertDocuments(tx: Transaction, documents: (typeof disputeDocuments.$inferInsert)[]): Promise<void> {
  if (documents.length > 0) await tx.insert(disputeDocuments).values(documents);
}

export async function countDocuments(tx: Transaction, disputeId: string): Promise<number> {
  return tx.$count(disputeDocuments, eq(disputeDocuments.disputeId, disputeId));
}

export async function findDocument(db: DatabaseOrTransaction, disputeId: string, id: string): Promise<DocumentRow | null> {
  const [row] = await db
    .select()
    .from(disputeDocuments)
    .where(and(eq(disputeDocuments.disputeId, disputeId), eq(disputeDocuments.id, id)));
  return row ?? null;
}

/** Filters file ids to those that belong to a document. */
export async function findClaimed(db: DatabaseOrTransaction, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.select({ id: disputeDocuments.id }).from(disputeDocuments).where(inArray(disputeDocuments.id, ids));
  return new Set(rows.map(({ id }) => id));
}

/** Lists documents after an id, in id order, with their SHA-256. */
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
