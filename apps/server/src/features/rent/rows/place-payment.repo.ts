import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { disputes } from "@hearth/db/schema/disputes";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { properties } from "@hearth/db/schema/properties";
import { refunds } from "@hearth/db/schema/refunds";
import { units } from "@hearth/db/schema/units";
import { and, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";

/** A payment with the fields that decide whether it can be assigned to a lease. */
export interface PlacedPaymentRow {
  [column: string]: unknown;
  id: string;
  merchantId: string;
  merchant: string;
  payerId: string;
  amountCents: number;
  /** The lease that it counts for, or null. */
  leaseId: string | null;
  countsCents: number;
  /** When its first money arrived. Null while none has. */
  arrivedAtMs: number | null;
  isAutopayUnderway: boolean;
  wasGivenBack: boolean;
  /** True when a deposit that it paid was refunded. */
  gaveDepositBack: boolean;
  isChargeBeingRefunded: boolean;
}

/** A merchant's payment, or any payment where `merchantId` is null. */
export async function findPlacedPayment(
  db: DatabaseOrTransaction,
  id: string,
  merchantId: string | null,
): Promise<PlacedPaymentRow | null> {
  const [row] = await db.execute<PlacedPaymentRow>(sql`
    select p.id, p.merchant_id as "merchantId", m.name as merchant, p.consumer_id as "payerId", p.amount_cents as "amountCents",
      case when k.taken_away_at is null then k.lease_id end as "leaseId",
      (select coalesce(sum(case when d.is_out then -d.cents else d.cents end), 0)::float8 from lease_payment_days(p.id, true, 'UTC') d) as "countsCents",
      (select extract(epoch from min(m.block_time))::float8 * 1000 from lease_payment_moves(p.id, true) m where not m.is_out) as "arrivedAtMs",
      exists (select from ${scheduledPayments} q where q.payment_id = p.id and q.status = 'sent') as "isAutopayUnderway",
      exists (select from ${disputes} d where d.payment_id = p.id and d.result = 'chargedBack') as "wasGivenBack",
      exists (select from ${refunds} r join ${leaseCredits} d on d.id = r.lease_credit_id where r.payment_id = p.id and d.received_cents > 0) as "gaveDepositBack",
      exists (select from ${refunds} r where r.payment_id = p.id and r.status = 'open' and r.charge_id is not null) as "isChargeBeingRefunded"
    from ${payments} p join ${merchants} m on m.id = p.merchant_id left join ${leaseCredits} k on k.payment_id = p.id
    where p.id = ${id}::uuid and (${merchantId}::uuid is null or p.merchant_id = ${merchantId}::uuid)`);
  return row ?? null;
}

/** Locks a payment until the transaction ends. Taken before its leases, in the same order as settlement. */
export async function lockPaymentToPlace(tx: Transaction, id: string): Promise<void> {
  await tx.select({ id: payments.id }).from(payments).where(eq(payments.id, id)).for("update");
}

/** A lease under which a payer rents from a merchant, with its balance in cents. Negative where it is prepaid. */
export interface PayerLeaseRow {
  [column: string]: unknown;
  id: string;
  property: string;
  unit: string;
  endsOn: string | null;
  timeZone: string;
  balanceCents: number;
}

/** The leases under which a payer rents from a merchant, by place. */
export async function listPayerLeases(db: DatabaseOrTransaction, { payerId, merchantId }: { payerId: string; merchantId: string }) {
  return db.execute<PayerLeaseRow>(sql`
    select l.id, pr.name as property, un.name as unit, l.ends_on::text as "endsOn", l.time_zone as "timeZone",
      ((select coalesce(sum(c.cents - c.paid_cents), 0) from ${charges} c where c.lease_id = l.id and c.paid_cents < c.cents and c.voided_at is null)
        - (select coalesce(sum(k.received_cents + k.beyond_cents - k.used_cents), 0) from ${leaseCredits} k
          where k.lease_id = l.id and k.used_cents < k.received_cents))::float8 as "balanceCents"
    from ${leaseTenants} t join ${leases} l on l.id = t.lease_id join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id
    where t.user_id = ${payerId}::uuid and l.merchant_id = ${merchantId}::uuid and l.undone_at is null order by search_text(pr.name), search_text(un.name), l.id`);
}

/** The accounts that rent under a lease at a moment. */
export async function listTenantAccounts(db: DatabaseOrTransaction, leaseId: string, now: Date): Promise<string[]> {
  const rows = await db
    .select({ userId: leaseTenants.userId })
    .from(leaseTenants)
    .where(
      and(
        eq(leaseTenants.leaseId, leaseId),
        isNotNull(leaseTenants.userId),
        or(isNull(leaseTenants.endedAt), gt(leaseTenants.endedAt, now)),
      ),
    );
  return rows.flatMap(({ userId }) => userId ?? []);
}

/** Assigns a payment to a lease, or removes it from its lease with null, and writes the lines of both ledgers. Locks both leases. */
export async function placePayment(
  tx: Transaction,
  { paymentId, leaseId, by, note, now }: { paymentId: string; leaseId: string | null; by: string; note: string; now: Date },
): Promise<void> {
  const row =
    leaseId === null
      ? await tx
          .update(leaseCredits)
          .set({ takenAwayAt: now, givenAt: now })
          .where(eq(leaseCredits.paymentId, paymentId))
          .returning({ id: leaseCredits.id })
      : await tx
          .insert(leaseCredits)
          .values({ leaseId, paymentId, kind: "payment", createdBy: by, createdAt: now, givenAt: now })
          .onConflictDoUpdate({ target: leaseCredits.paymentId, set: { leaseId, chosen: [], givenAt: now, takenAwayAt: null } })
          .returning({ id: leaseCredits.id });
  await tx.execute(sql`select post_lease_payment(${row[0]?.id}::uuid, ${now.toISOString()}::timestamptz, ${note}, ${by}::uuid)`);
}
