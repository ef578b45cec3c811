import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isNotHeldBack } from "@hearth/db/held-back";
import { merchants } from "@hearth/db/schema/merchants";
import { payeeChanges } from "@hearth/db/schema/payee-changes";
import { users } from "@hearth/db/schema/users";
import { and, asc, eq, getTableColumns, isNull, lt, lte } from "drizzle-orm";
import { isNotSetAside } from "../../../jobs/set-aside.repo.ts";

export type PayoutChangeRow = typeof payeeChanges.$inferSelect;

const isWaiting = and(isNull(payeeChanges.appliedAt), isNull(payeeChanges.stoppedAt));

/** Returns the pending change of a merchant's payout wallet, or null. */
export async function findWaitingChange(db: DatabaseOrTransaction, merchantId: string): Promise<PayoutChangeRow | null> {
  const [row] = await db
    .select()
    .from(payeeChanges)
    .where(and(eq(payeeChanges.merchantId, merchantId), isWaiting));
  return row ?? null;
}

/** Returns a change of this merchant in any state; null for another merchant's. */
export async function findChange(db: DatabaseOrTransaction, merchantId: string, id: string): Promise<PayoutChangeRow | null> {
  const [row] = await db
    .select()
    .from(payeeChanges)
    .where(and(eq(payeeChanges.id, id), eq(payeeChanges.merchantId, merchantId)));
  return row ?? null;
}

/** Stores a change. The caller has locked the merchant and checked that no other one is pending. */
export async function insertChange(tx: Transaction, change: typeof payeeChanges.$inferInsert): Promise<void> {
  await tx.insert(payeeChanges).values(change);
}

/** Records that the new wallet of a pending change signed. */
export async function markProven(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(payeeChanges)
    .set({ isProven: true })
    .where(and(eq(payeeChanges.id, id), isWaiting));
}

/** Marks a change as applied; false where it is not pending, or not due yet. `isEarly` skips the due check. */
export async function markApplied(tx: Transaction, id: string, now: Date, { isEarly = false } = {}): Promise<boolean> {
  const rows = await tx
    .update(payeeChanges)
    .set({ appliedAt: now })
    .where(and(eq(payeeChanges.id, id), isWaiting, isEarly ? undefined : lte(payeeChanges.takesEffectAt, now)))
    .returning({ id: payeeChanges.id });
  return rows.length > 0;
}

/** Marks a change as stopped; false where it is not pending. */
export async function markStopped(tx: Transaction, id: string, { by, now }: { by: string | null; now: Date }): Promise<boolean> {
  const rows = await tx
    .update(payeeChanges)
    .set({ stoppedAt: now, stoppedBy: by })
    .where(and(eq(payeeChanges.id, id), isWaiting))
    .returning({ id: payeeChanges.id });
  return rows.length > 0;
}

/** Extends a pending change's wait to `until`; returns it, or null where none is pending or it already waits as long. */
export async function extendWait(tx: Transaction, merchantId: string, until: Date): Promise<PayoutChangeRow | null> {
  const [row] = await tx
    .update(payeeChanges)
    .set({ takesEffectAt: until })
    .where(and(eq(payeeChanges.merchantId, merchantId), isWaiting, lt(payeeChanges.takesEffectAt, until)))
    .returning();
  return row ?? null;
}

/** True where the owner of a business is active; their status is share-locked until the transaction ends. */
export async function holdIsOwnerActive(tx: Transaction, merchantId: string): Promise<boolean> {
  const [row] = await tx
    .select({ status: users.status })
    .from(merchants)
    .innerJoin(users, eq(users.id, merchants.ownerUserId))
    .where(eq(merchants.id, merchantId))
    .for("share", { of: users });
  return row?.status === "active";
}

/** Returns the due changes of active businesses with active owners that are neither set aside nor held back, the longest due first. */
export async function listDueChanges(db: DatabaseOrTransaction, now: Date, limit: number): Promise<PayoutChangeRow[]> {
  return db
    .select(getTableColumns(payeeChanges))
    .from(payeeChanges)
    .innerJoin(merchants, eq(merchants.id, payeeChanges.merchantId))
    .innerJoin(users, eq(users.id, merchants.ownerUserId))
    .where(
      and(
        isWaiting,
        lte(payeeChanges.takesEffectAt, now),
        eq(merchants.status, "active"),
        isNotSetAside("payout-change", payeeChanges.id, now),
        eq(users.status, "active"),
        isNotHeldBack("changes", payeeChanges.requestedAt),
      ),
    )
    .orderBy(asc(payeeChanges.takesEffectAt), asc(payeeChanges.id))
    .limit(limit);
}
