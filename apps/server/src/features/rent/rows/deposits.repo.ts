import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { properties } from "@hearth/db/schema/properties";
import { refunds } from "@hearth/db/schema/refunds";
import { units } from "@hearth/db/schema/units";
import { users } from "@hearth/db/schema/users";
import { rentsAt, tenantNamesAt } from "@hearth/db/tenants-at";
import { wholeCentsOfUnits } from "@hearth/db/usdc";
import { eq, type SQL, sql } from "drizzle-orm";

/** A lateral subquery: deposit money held for one lease, in cents. Counts money only, not credits or write-offs. */
export const heldOf = (leaseId: SQL): SQL => sql`select coalesce(sum(a.cents), 0)::float8 as cents
  from ${charges} c join ${leaseAllocations} a on a.charge_id = c.id join ${leaseCredits} k on k.id = a.credit_id and k.kind in ('payment', 'outside')
  where c.lease_id = ${leaseId} and c.kind = 'deposit' and c.voided_at is null`;

/** A lateral subquery: the part of a lease's deposit money that payments of one account brought, in cents, with those payments. */
const heldFrom = (
  leaseId: SQL,
  userId: string,
): SQL => sql`select coalesce(sum(x.cents), 0)::float8 as cents, coalesce(array_agg(x.payment_id), '{}') as payment_ids
  from (
    select k.payment_id, sum(a.cents) as cents from ${charges} c join ${leaseAllocations} a on a.charge_id = c.id join ${leaseCredits} k on k.id = a.credit_id
    join ${payments} p on p.id = k.payment_id and p.consumer_id = ${userId}::uuid
    where c.lease_id = ${leaseId} and c.kind = 'deposit' and c.voided_at is null group by 1 having sum(a.cents) > 0
  ) x`;

/** A deposit that a landlord holds for a tenant. */
export interface OwedDepositRow {
  [column: string]: unknown;
  leaseId: string;
  merchant: string;
  place: string;
  /** The email in the lease, as its landlord entered it. */
  email: string;
  cents: number;
  /** The account's payments that brought a part of it. */
  paymentIds: string[];
}

/**
 * The deposits that landlords hold for an account, by the start of the lease. After moving out, only the part that the account's own payments brought. At most
 * `limit`. One statement.
 */
export async function listOwedDeposits(
  db: DatabaseOrTransaction,
  { userId, now, limit }: { userId: string; now: Date; limit: number },
): Promise<OwedDepositRow[]> {
  return db.execute<OwedDepositRow>(sql`
    select l.id as "leaseId", m.name as merchant, pr.name || ' ' || un.name as place, t.email,
      case when ${rentsAt(now)} then h.cents else o.cents end as cents, o.payment_ids as "paymentIds"
    from ${leaseTenants} t join ${leases} l on l.id = t.lease_id join ${merchants} m on m.id = l.merchant_id
    join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id
    cross join lateral (${heldOf(sql`l.id`)}) h cross join lateral (${heldFrom(sql`l.id`, userId)}) o
    where t.user_id = ${userId}::uuid and case when ${rentsAt(now)} then h.cents else o.cents end > 0
    order by l.starts_on, l.id limit ${limit}`);
}

/** The deposit money of leases that counts for an account that leaves them: what is held of a lease that it rents under, else its own part. In cents. */
export async function sumOwedDeposits(
  db: DatabaseOrTransaction,
  { userId, leaseIds, leftIds }: { userId: string; leaseIds: string[]; leftIds: string[] },
): Promise<Map<string, number>> {
  const rows = await db.execute<{ id: string; cents: number }>(sql`
    select l.id, case when l.id = any(${sql.param(leftIds)}::uuid[]) then o.cents else h.cents end as cents
    from unnest(${sql.param(leaseIds)}::uuid[]) as l(id)
    cross join lateral (${heldOf(sql`l.id`)}) h cross join lateral (${heldFrom(sql`l.id`, userId)}) o`);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}

/** A deposit that a merchant holds, with the names of the lease's tenants. */
export interface HeldDepositRow {
  [column: string]: unknown;
  leaseId: string;
  place: string;
  tenants: string[];
  cents: number;
  /** The number and the cents of all deposits that the merchant holds. */
  count: number;
  sumCents: number;
}

/** The deposits that a merchant holds, those of the leases that end first before the others. At most `limit`. One statement. */
export async function listHeldDeposits(
  db: DatabaseOrTransaction,
  { merchantId, now, limit }: { merchantId: string; now: Date; limit: number },
): Promise<HeldDepositRow[]> {
  return db.execute<HeldDepositRow>(sql`
    select l.id as "leaseId", pr.name || ' ' || un.name as place, ${tenantNamesAt(sql`l.id`, now)} as tenants, h.cents,
      count(*) over ()::integer as count, (sum(h.cents) over ())::float8 as "sumCents"
    from ${leases} l join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id
    cross join lateral (${heldOf(sql`l.id`)}) h
    where l.merchant_id = ${merchantId} and h.cents > 0 order by l.ends_on nulls last, l.id limit ${limit}`);
}

/** Tenants' money that their landlord has: the part of a credit that pays a deposit, or its unused part. */
export interface LeaseMoneyRow {
  [column: string]: unknown;
  creditId: string;
  /** Null for money that came outside of Hearth. */
  paymentId: string | null;
  payer: string | null;
  /** The deposit. Null for unused money. */
  chargeId: string | null;
  description: string | null;
  cents: number;
  /** Cents of the payment that an open refund is already sending back, for a deposit or otherwise. */
  openRefundCents: number;
}

/**
 * The money that a landlord has of a lease's tenants, deposits first. Where the lease is over, a credit that nothing is left to pay is owed in money: it is part
 * of what paid the charges last. Reads the lease's deposits and unused credits, and its allocations only where such a credit is left.
 */
export async function listLeaseMoney(
  db: DatabaseOrTransaction,
  { leaseId, isOver }: { leaseId: string; isOver: boolean },
): Promise<LeaseMoneyRow[]> {
  return db.execute<LeaseMoneyRow>(sql`
    with credited as (
      select coalesce(sum(received_cents - used_cents), 0) as cents from ${leaseCredits}
      where lease_id = ${leaseId} and kind = 'credit' and used_cents < received_cents and ${isOver}
    ), paid as (
      select credit_id, cents, sum(cents) over (order by arrived_at desc, credit_id desc) - cents as before from (
        select k.id as credit_id, sum(a.cents) as cents, max(a.arrived_at) as arrived_at from ${leaseCredits} k
        join ${leaseAllocations} a on a.credit_id = k.id join ${charges} c on c.id = a.charge_id and c.kind <> 'deposit'
        where k.lease_id = ${leaseId} and k.kind in ('payment', 'outside') and (select cents from credited) > 0 group by 1 having sum(a.cents) > 0
      ) p
    ), unused as (
      select k.id as credit_id, k.received_cents + k.beyond_cents - k.used_cents as cents from ${leaseCredits} k
      where k.lease_id = ${leaseId} and k.used_cents < k.received_cents
      union all
      select p.credit_id, least(p.cents, g.cents - p.before) from paid p join credited g on p.before < g.cents
    ), held as (
      select a.credit_id, c.id as charge_id, c.description, sum(a.cents)::float8 as cents, c.due_on
      from ${charges} c join ${leaseAllocations} a on a.charge_id = c.id
      where c.lease_id = ${leaseId} and c.kind = 'deposit' and c.voided_at is null group by 1, 2 having sum(a.cents) > 0
      union all
      select credit_id, null, null, sum(cents)::float8, null from unused group by 1
    )
    select h.credit_id as "creditId", k.payment_id as "paymentId", case when p.id is not null then u.first_name || ' ' || u.last_name end as payer,
      h.charge_id as "chargeId", h.description, h.cents,
      coalesce((select ${wholeCentsOfUnits(sql`r.usdc_units`)} from ${refunds} r where r.payment_id = k.payment_id and r.status = 'open'), 0)::float8 as "openRefundCents"
    from held h join ${leaseCredits} k on k.id = h.credit_id and k.kind in ('payment', 'outside')
    left join ${payments} p on p.id = k.payment_id left join ${users} u on u.id = p.consumer_id
    order by h.due_on nulls last, h.charge_id, h.credit_id`);
}

/** Sum of a credit's allocations to a charge, in cents. */
export async function sumAllocated(db: DatabaseOrTransaction, creditId: string, chargeId: string): Promise<number> {
  const [row] = await db.execute<{ cents: number }>(sql`
    select coalesce(sum(a.cents), 0)::float8 as cents from ${leaseAllocations} a where a.credit_id = ${creditId} and a.charge_id = ${chargeId}`);
  return row?.cents ?? 0;
}

/** Sum of payments and outside money allocated to a deposit, in cents. */
export async function sumHeldOf(db: DatabaseOrTransaction, chargeId: string): Promise<number> {
  const [row] = await db.execute<{ cents: number }>(sql`
    select coalesce(sum(a.cents), 0)::float8 as cents from ${leaseAllocations} a
    join ${leaseCredits} k on k.id = a.credit_id and k.kind in ('payment', 'outside') where a.charge_id = ${chargeId}`);
  return row?.cents ?? 0;
}

/**
 * Takes cents from a charge, of one credit or of all money that pays it. The money that arrived last is taken first. `counts` is the moment at which the books
 * count it.
 */
export async function takeFromCharge(
  tx: Transaction,
  { chargeId, creditId, cents, at, counts }: { chargeId: string; creditId: string | null; cents: number; at: Date; counts: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into ${leaseAllocations} (credit_id, charge_id, cents, at, arrived_at, counts_at)
    select credit_id, ${chargeId}::uuid, -least(cents, ${cents}::bigint - before)::integer, ${at.toISOString()}::timestamptz, arrived_at, ${counts.toISOString()}::timestamptz
    from (
      select h.*, sum(h.cents) over (order by h.arrived_at desc nulls last, h.credit_id) - h.cents as before from (
        select a.credit_id, a.arrived_at, sum(a.cents) as cents from ${leaseAllocations} a
        join ${leaseCredits} k on k.id = a.credit_id and k.kind in ('payment', 'outside')
        where a.charge_id = ${chargeId} and (${creditId}::uuid is null or a.credit_id = ${creditId}::uuid) group by 1, 2 having sum(a.cents) > 0
      ) h
    ) placed where before < ${cents}::bigint`);
}

/** A refund that names a charge of its payment's lease, with the fields that decide its effect there. */
export interface NamedRefundRow {
  [column: string]: unknown;
  id: string;
  chargeId: string;
  isDeposit: boolean;
  isVoided: boolean;
  leaseCreditId: string | null;
  createdBy: string;
  paymentCreditId: string;
  leaseId: string;
}

/** The refunds among these that name a charge of the lease for which their payment counts. */
export async function listNamedRefunds(db: DatabaseOrTransaction, ids: string[]): Promise<NamedRefundRow[]> {
  return db.execute<NamedRefundRow>(sql`
    select r.id, r.charge_id as "chargeId", c.kind = 'deposit' as "isDeposit", c.voided_at is not null as "isVoided", r.lease_credit_id as "leaseCreditId",
      r.created_by as "createdBy", k.id as "paymentCreditId", k.lease_id as "leaseId"
    from ${refunds} r join ${charges} c on c.id = r.charge_id join ${leaseCredits} k on k.payment_id = r.payment_id and k.lease_id = c.lease_id
    where r.id = any(${sql.param(ids)}::uuid[]) and k.taken_away_at is null order by r.id`);
}

/** Stores the credit that keeps a refunded deposit from being owed again. */
export async function nameDepositCredit(tx: Transaction, refundId: string, leaseCreditId: string): Promise<void> {
  await tx.update(refunds).set({ leaseCreditId }).where(eq(refunds.id, refundId));
}

/** Rank of a charge among those due on one day, as in `release_credit`. */
const refundRank = sql`case c.kind when 'rent' then 0 when 'utility' then 1 when 'fee' then 3 when 'lateFee' then 3 else 2 end`;

/** The charges that a payment pays, each with the cents paid, in the order in which a refund takes them: due last first, and on one day rent last. At most a hundred. */
export async function listChargesOfPayment(db: DatabaseOrTransaction, paymentId: string) {
  return db.execute<{ chargeId: string; description: string; isDeposit: boolean; cents: number; creditId: string; leaseId: string }>(sql`
    select c.id as "chargeId", c.description, c.kind = 'deposit' as "isDeposit", sum(a.cents)::float8 as cents, k.id as "creditId", k.lease_id as "leaseId"
    from ${leaseCredits} k join ${leaseAllocations} a on a.credit_id = k.id join ${charges} c on c.id = a.charge_id
    where k.payment_id = ${paymentId} group by c.id, k.id having sum(a.cents) > 0 order by c.due_on desc, ${refundRank} desc, c.id desc limit 100`);
}
