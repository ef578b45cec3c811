import type { DatabaseOrTransaction } from "@hearth/db/client";
import { disputes } from "@hearth/db/schema/disputes";
import { leases } from "@hearth/db/schema/leases";
import { payments } from "@hearth/db/schema/payments";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { type ChangedLines, uncheckedChanges } from "@hearth/db/schema/unchecked-changes";
import { asc, gt, type SQL, sql } from "drizzle-orm";

/** Ids of rows to check, by kind, without duplicates. */
export interface Subjects {
  payments: string[];
  transfers: string[];
  refunds: string[];
  disputes: string[];
  leases: string[];
}

const tables = { payments, transfers, refunds, disputes, leases };

/** Lists ids after `after`, in ascending order. */
export async function listIds(db: DatabaseOrTransaction, of: keyof Subjects, after: string | null, limit: number): Promise<string[]> {
  const table = tables[of];
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(after === null ? undefined : gt(table.id, after))
    .orderBy(asc(table.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export type Change = typeof uncheckedChanges.$inferSelect;

/** Lists changes not yet found consistent, oldest first, after the given id. */
export async function listChanges(db: DatabaseOrTransaction, after: number, limit: number): Promise<Change[]> {
  return db.select().from(uncheckedChanges).where(gt(uncheckedChanges.id, after)).orderBy(asc(uncheckedChanges.id)).limit(limit);
}

/** Deletes changes that were found consistent. */
export async function forgetChanges(db: DatabaseOrTransaction, ids: number[]): Promise<void> {
  await db.delete(uncheckedChanges).where(sql`${uncheckedChanges.id} = any(${sql.param(ids)}::bigint[])`);
}

/**
 * Collects the changed rows and the related ones: a transfer's payment and refund, a refund's payment and its source transfer. Of leases,
 * collects the changed charges and credits too.
 */
export async function expandChanges(db: DatabaseOrTransaction, changes: readonly Change[]): Promise<Subjects & { lines: ChangedLines }> {
  const changedIds = (key: Exclude<keyof Change, "id">) => [...new Set(changes.flatMap((change) => change[key] ?? []))];
  const changed = changedIds("transferId");
  const touched = await db
    .select({ paymentId: transfers.paymentId, refundId: transfers.refundId })
    .from(transfers)
    .where(isAmong(transfers.id, changed));
  const refundIds = union(
    changedIds("refundId"),
    touched.map(({ refundId }) => refundId),
  );
  const origins = await db
    .select({ paymentId: refunds.paymentId, transferId: refunds.sourceTransferId })
    .from(refunds)
    .where(isAmong(refunds.id, refundIds));
  return {
    payments: union(
      changedIds("paymentId"),
      touched.map(({ paymentId }) => paymentId),
      origins.map(({ paymentId }) => paymentId),
    ),
    transfers: union(
      changed,
      origins.map(({ transferId }) => transferId),
    ),
    refunds: refundIds,
    disputes: changedIds("disputeId"),
    leases: changedIds("leaseId"),
    lines: { charges: changedIds("chargeId"), credits: changedIds("creditId") },
  };
}

function isAmong(column: typeof transfers.id | typeof refunds.id, ids: string[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::uuid[])`;
}

function union(...lists: (string | null)[][]): string[] {
  return [...new Set(lists.flat())].filter((id) => id !== null);
}
