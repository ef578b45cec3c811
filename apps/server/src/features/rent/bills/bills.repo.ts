import type { DatabaseOrTransaction } from "@hearth/db/client";
import { liveStatuses } from "@hearth/domain/autopay/scheduled-payments";
import { charges } from "@hearth/db/schema/charges";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";

/** Leases with their merchant, unit and the merchant's current payee. The payee is null where its wallet is not proven. */
export async function listBilledLeases(db: DatabaseOrTransaction, ids: string[]) {
  return db
    .select({
      lease: leases,
      merchant: { id: merchants.id, name: merchants.name, businessType: merchants.businessType, status: merchants.status },
      property: properties.name,
      unit: units.name,
      payee: { id: payees.id, address: payees.address },
    })
    .from(leases)
    .innerJoin(merchants, eq(merchants.id, leases.merchantId))
    .innerJoin(units, eq(units.id, leases.unitId))
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .leftJoin(payees, and(eq(payees.merchantId, leases.merchantId), isNull(payees.endedAt), isNotNull(payees.provenAt)))
    .where(inArray(leases.id, ids))
    .orderBy(asc(leases.id));
}
export type BilledLeaseRow = Awaited<ReturnType<typeof listBilledLeases>>[number];

/** Rent charges of these leases that are due on a day or later. */
export async function listRentDueFrom(db: DatabaseOrTransaction, leaseIds: string[], day: string) {
  return db
    .select()
    .from(charges)
    .where(and(inArray(charges.leaseId, leaseIds), gte(charges.dueOn, day), eq(charges.kind, "rent")))
    .orderBy(asc(charges.dueOn));
}

/** The leases that an account rents under at a moment, each with its move-out day or null. */
export async function listStaysOf(db: DatabaseOrTransaction, userId: string, now: Date) {
  const { leaseId, movedOutOn, endedAt } = leaseTenants;
  return db
    .select({ leaseId, movedOutOn })
    .from(leaseTenants)
    .where(and(eq(leaseTenants.userId, userId), or(isNull(endedAt), gt(endedAt, now))));
}

/**
 * True while other money for a charge may still arrive, or has arrived and is not allocated yet. It may arrive by a payment that is open, or by one that is
 * over whose last signature the chain might have accepted unseen. Manual checkouts are over within a day.
 */
export async function hasOtherMoney(
  db: DatabaseOrTransaction,
  { leaseId, chargeId, except, readUpTo, now }: { leaseId: string; chargeId: string; except: string | null; readUpTo: Date; now: Date },
): Promise<boolean> {
  const [row] = await db.execute<{ found: boolean }>(sql`
    select (select needs_allocation from ${leases} where id = ${leaseId}) or exists (
      select from ${leaseCredits} c where c.lease_id = ${leaseId} and c.used_cents < c.received_cents
    ) or exists (
      select from ${leaseCredits} c join ${payments} p on p.id = c.payment_id
      where c.lease_id = ${leaseId} and c.created_at > ${now.toISOString()}::timestamptz - interval '1 day'
        and p.id is distinct from ${except}::uuid and (cardinality(c.chosen) = 0 or ${chargeId}::uuid = any(c.chosen))
        and (p.status = 'pending' or (p.status <> 'completed' and p.expires_at + interval '2 minutes' >= ${readUpTo.toISOString()}::timestamptz))
    ) as found`);
  return row?.found ?? true;
}

/**
 * The live scheduled payments of a lease, locked, each with the charge that it pays and its payment once opened. Waits for transactions that are sending one.
 */
export async function holdLiveScheduledPayments(tx: DatabaseOrTransaction, leaseId: string) {
  return tx
    .select({ status: scheduledPayments.status, paymentId: scheduledPayments.paymentId, chargeId: charges.id })
    .from(scheduledPayments)
    .leftJoin(
      charges,
      and(
        eq(charges.leaseId, scheduledPayments.leaseId),
        eq(charges.kind, "rent"),
        eq(charges.period, scheduledPayments.period),
        isNull(charges.voidedAt),
      ),
    )
    .where(and(eq(scheduledPayments.leaseId, leaseId), inArray(scheduledPayments.status, [...liveStatuses])))
    .for("share", { of: scheduledPayments });
}
