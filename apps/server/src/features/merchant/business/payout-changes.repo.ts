import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { isNotHeldBack } from "@hearth/db/held-back";
import { merchants } from "@hearth/db/schema/merchants";
import { payeeChanges } from "@hearth/db/schema/payee-changes";
import { users } from "@hearth/db/schema/users";
import { and, asc, eq, getTableColumns, isNull, lt, lte } from "drizzle-orm";
import { isNotSetAside } from "../../../jobs/set-aside.repo.ts";

export type PayoutChangeRow = typeof payeeChanges.$inferSelect;

const isWaiting = and(isNull(payeeChanges.appliedAt), isNull(payeeChanges.stoppedAt));

/** The change of a merchant's payout wallet that waits, if there is one. */
export async function findWaitingChange(db: DatabaseOrTransaction, merchantId: string): Promise<PayoutChangeRow | null> {
  const [row] = await db
    .select()
    .from(payeeChanges)
    .where(and(eq(payeeChanges.merchantId, merchantId), isWaiting));
  return row ?? null;
}

/** A change of this merchant, whatever became of it; one of another merchant is absent. */
export async function findChange(db: DatabaseOrTransaction, merchantId: string, id: string): Promise<PayoutChangeRow | null> {
  const [row] = await db
    .select()
    .from(payeeChanges)
    .where(and(eq(payeeChanges.id, id), eq(payeeChanges.merchantId, merchantId)));
  return row ?? null;
}

/** Begins a change; the merchant is held, so that no other one waits. */
export async function insertChange(tx: Transaction, change: typeof payeeChanges.$inferInsert): Promise<void> {
  await tx.insert(payeeChanges).values(change);
}

/** Ends a change as applied; false when it does not wait any more, or, without `isEarly`, when its time has not come. */
export async function markApplied(tx: Transaction, id: string, now: Date, { isEarly = false } = {}): Promise<boolean> {
  const rows = await tx
    .update(payeeChanges)
    .set({ appliedAt: now })
    .where(and(eq(payeeChanges.id, id), isWaiting, isEarly ? undefined : lte(payeeChanges.takesEffectAt, now)))
    .returning({ id: payeeChanges.id });
  return rows.length > 0;
}

/** Ends a change as stopped; false when it does not wait any more. */
export async function markStopped(tx: Transaction, id: string, { by, now }: { by: string | null; now: Date }): Promise<boolean> {
  const rows = await tx
    .update(payeeChanges)
    .set({ stoppedAt: now, stoppedBy: by })
    .where(and(eq(payeeChanges.id, id), isWaiting))
    .returning({ id: payeeChanges.id });
  return rows.length > 0;
}

/** Lets a change that waits wait at least until `until`; answers it, or null where none waits or it waits as long anyway. */
export async function waitLonger(tx: Transaction, merchantId: string, until: Date): Promise<PayoutChangeRow | null> {
  const [row] = await tx
    .update(payeeChanges)
    .set({ takesEffectAt: until })
    .where(and(eq(payeeChanges.merchantId, merchantId), isWaiting, lt(payeeChanges.takesEffectAt, until)))
    .returning();
  return row ?? null;
}

/** Whether the owner of a business may sign in, held so until the transaction ends. */
export async function holdIsOwnerActive(tx: Transaction, merchantId: string): Promise<boolean> {
  const [row] = await tx
    .select({ status: users.status })
    .from(merchants)
    .innerJoin(users, eq(users.id, merchants.ownerUserId))
    .where(eq(merchants.id, merchantId))
    .for("share", { of: users });
  return row?.status === "active";
}

/** Changes whose time has come and that nothing holds back, of businesses that are active and whose owner is, the longest due first. */
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
