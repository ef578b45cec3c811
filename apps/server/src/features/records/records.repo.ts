import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { rentRecords } from "@hearth/db/schema/rent-records";
import type { Day } from "@hearth/domain/rent/calendar";
import { and, asc, between, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";

export type RentRecordRow = typeof rentRecords.$inferSelect;

/** Lists a lease's charges due in a range of days that are not voided, oldest first: rent only, or all. */
export async function listRecordCharges(
  db: DatabaseOrTransaction,
  { leaseId, from, to, allCharges, limit }: { leaseId: string; from: Day; to: Day; allCharges: boolean; limit: number },
) {
  return db
    .select({
      id: charges.id,
      kind: charges.kind,
      description: charges.description,
      cents: charges.cents,
      dueOn: charges.dueOn,
      dueAt: charges.dueAt,
    })
    .from(charges)
    .where(
      and(
        eq(charges.leaseId, leaseId),
        between(charges.dueOn, from, to),
        isNull(charges.voidedAt),
        allCharges ? undefined : eq(charges.kind, "rent"),
      ),
    )
    .orderBy(asc(charges.dueOn), asc(charges.id))
    .limit(limit);
}
export type RecordChargeRow = Awaited<ReturnType<typeof listRecordCharges>>[number];

const arrivedAt: SQL<Date | null> = sql`coalesce(${leaseAllocations.arrivedAt}, ${leaseCredits.arrivedAt})`.mapWith(leaseCredits.arrivedAt);

/** Lists the allocations to these charges by charge, credit and time, in order of arrival. */
export async function listRecordParts(db: DatabaseOrTransaction, chargeIds: string[]) {
  const cents = sql<number>`sum(${leaseAllocations.cents})::float8`;
  return db
    .select({ chargeId: leaseAllocations.chargeId, kind: leaseCredits.kind, paymentId: leaseCredits.paymentId, arrivedAt, cents })
    .from(leaseAllocations)
    .innerJoin(leaseCredits, eq(leaseCredits.id, leaseAllocations.creditId))
    .where(inArray(leaseAllocations.chargeId, chargeIds))
    .groupBy(leaseAllocations.chargeId, leaseCredits.id, arrivedAt)
    .having(sql`sum(${leaseAllocations.cents}) > 0`)
    .orderBy(asc(arrivedAt), asc(leaseCredits.id));
}
export type RecordPartRow = Awaited<ReturnType<typeof listRecordParts>>[number];

/** Lists the terms that these payments' nonces commit to, for scheduled payments. */
export async function listPaidTerms(db: DatabaseOrTransaction, paymentIds: string[]) {
  const { paymentId, leaseId, period, cents, validAfter, toAddress, salt } = scheduledPayments;
  return db
    .select({ paymentId, leaseId, period, cents, validAfter, toAddress, salt })
    .from(scheduledPayments)
    .where(and(inArray(scheduledPayments.paymentId, paymentIds), eq(scheduledPayments.status, "paid")));
}
export type PaidTermsRow = Awaited<ReturnType<typeof listPaidTerms>>[number];

export async function insertRentRecord(tx: Transaction, values: typeof rentRecords.$inferInsert): Promise<RentRecordRow> {
  const [row] = await tx.insert(rentRecords).values(values).returning();
  if (row === undefined) throw new Error("The rent record was not stored");
  return row;
}

/** Lists an account's newest records of a lease that are not withdrawn. */
export async function listOwnRecords(
  db: DatabaseOrTransaction,
  { userId, leaseId, limit }: { userId: string; leaseId: string; limit: number },
) {
  return db
    .select()
    .from(rentRecords)
    .where(and(eq(rentRecords.userId, userId), eq(rentRecords.leaseId, leaseId), isNull(rentRecords.withdrawnAt)))
    .orderBy(desc(rentRecords.id))
    .limit(limit);
}

/** Returns the document of an account's record; null when it is withdrawn or unknown. */
export async function findOwnRecord(db: DatabaseOrTransaction, userId: string, id: string) {
  const isOwn = and(eq(rentRecords.id, id), eq(rentRecords.userId, userId));
  const [row] = await db.select({ document: rentRecords.document }).from(rentRecords).where(isOwn);
  return row?.document ?? null;
}

/** Counts an account's records of a lease that are not withdrawn. */
export async function countOwnRecords(db: DatabaseOrTransaction, userId: string, leaseId: string): Promise<number> {
  return db.$count(rentRecords, and(eq(rentRecords.userId, userId), eq(rentRecords.leaseId, leaseId), isNull(rentRecords.withdrawnAt)));
}

/** Withdraws an account's record and deletes its content. Null for an unknown id. */
export async function withdrawOwnRecord(tx: Transaction, userId: string, id: string, now: Date): Promise<RentRecordRow | null> {
  const [row] = await tx
    .update(rentRecords)
    .set({ document: null, withdrawnAt: sql`coalesce(${rentRecords.withdrawnAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(rentRecords.id, id), eq(rentRecords.userId, userId)))
    .returning();
  return row ?? null;
}

/** Withdraws all of an account's records and deletes their content. */
export async function withdrawOwnRecords(tx: Transaction, userId: string, now: Date): Promise<void> {
  const isShown = and(eq(rentRecords.userId, userId), isNull(rentRecords.withdrawnAt));
  await tx.update(rentRecords).set({ document: null, withdrawnAt: now }).where(isShown);
}

/** Returns the document of a link; null when it is withdrawn or unknown. */
export async function findSharedRecord(db: DatabaseOrTransaction, reference: string) {
  const [row] = await db.select({ document: rentRecords.document }).from(rentRecords).where(eq(rentRecords.reference, reference));
  return row?.document ?? null;
}
