import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { disputes } from "@hearth/db/schema/disputes";
import { lateFeeDays } from "@hearth/db/schema/late-fee-days";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { leases } from "@hearth/db/schema/leases";
import { transfers, lacksConfirmations, isPendingCredit } from "@hearth/db/schema/transfers";
import type { DaysWithoutFee } from "@hearth/domain/rent/late-fee-words";
import { isNotSetAside } from "../../../jobs/set-aside.repo.ts";
import { and, asc, desc, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";

/** The leases with rent whose late-fee check is due, the longest waiting first, without set-aside leases. Reads at most `limit` charges. */
export async function listToCheckFees(db: DatabaseOrTransaction, { upTo, now, limit }: { upTo: Date; now: Date; limit: number }) {
  return db
    .select({ id: charges.leaseId, merchantId: leases.merchantId })
    .from(charges)
    .innerJoin(leases, eq(leases.id, charges.leaseId))
    .where(and(lte(charges.feeCheckAt, upTo), isNotSetAside("late-fees", charges.leaseId, now)))
    .orderBy(asc(charges.feeCheckAt), asc(charges.id))
    .limit(limit);
}

/** Rent charges of these leases whose late-fee check is due, the longest waiting first, at most `mostEach` for each lease. */
export async function listFeeChecks(tx: Transaction, leaseIds: string[], upTo: Date, mostEach: number) {
  const due = sql`(
    select d.id from unnest(${sql.param(leaseIds)}::uuid[]) as l(id) cross join lateral (
      select c.id from ${charges} c where c.lease_id = l.id and c.fee_check_at <= ${upTo.toISOString()}::timestamptz
      order by c.fee_check_at, c.id limit ${mostEach}
    ) d)`;
  return tx.select().from(charges).where(inArray(charges.id, due)).orderBy(asc(charges.feeCheckAt), asc(charges.id));
}

/**
 * The money that arrived for these charges and was not reversed, by arrival time. Money taken from a charge by a refund still counts as paid while the refund
 * stands, because a refund makes nobody late. Money that was reversed counts as taken back at its arrival, and money that was refunded at another moment. Where a
 * dispute's credit replaces it, it counts once, as that credit.
 */
export async function listPaidForFees(
  db: DatabaseOrTransaction,
  chargeIds: string[],
): Promise<{ chargeId: string; at: Date; cents: number }[]> {
  const rows = await db.execute<{ chargeId: string; atMs: number; cents: number }>(sql`
    select g.charge_id as "chargeId", extract(epoch from g.at)::float8 * 1000 as "atMs", (g.cents + case when g.refunded = 0 then 0 else least(
      greatest(0, g.refunded - coalesce((
        select sum(c.cents) from ${leaseAllocations} c join ${disputes} d on d.lease_credit_id = c.credit_id
        where c.charge_id = g.charge_id and d.payment_id = g.payment_id
      ), 0)),
      coalesce((
        select sum(e.cents) from ${leaseEntries} e where e.credit_id = g.credit_id and (e.kind = 'refund' or (e.kind = 'reversal' and e.cents < 0))
      ), 0)
    ) end)::float8 as cents
    from (
      select a.charge_id, a.credit_id, k.payment_id, coalesce(a.arrived_at, k.arrived_at) as at, sum(a.cents) as cents,
        coalesce(-sum(a.cents) filter (where a.cents < 0 and a.counts_at <> coalesce(a.arrived_at, '-infinity')), 0) as refunded
      from ${leaseAllocations} a join ${leaseCredits} k on k.id = a.credit_id where a.charge_id = any(${sql.param(chargeIds)}::uuid[])
      group by 1, 2, 3, 4
    ) g where g.at is not null and (g.cents <> 0 or g.refunded <> 0)`);
  return rows.map(({ chargeId, atMs, cents }) => ({ chargeId, at: new Date(atMs), cents }));
}

/**
 * The late fees of each rent charge from a day on, and, where `isSummed`, the sum of all its fees that are not voided. The sum reads all fees of a rent charge,
 * so it is left out where neither a cap nor a single fee limits their number.
 */
export async function listFeesByRent(db: DatabaseOrTransaction, rents: { id: string; from: string; isSummed: boolean }[]) {
  const ids = sql.param(rents.map(({ id }) => id));
  const days = sql.param(rents.map(({ from }) => from));
  const summed = sql.param(rents.flatMap(({ id, isSummed }) => (isSummed ? id : [])));
  const rows = await db.execute<{ rentId: string; on: string | null; isVoided: boolean; feeCents: number }>(sql`
    select r.id as "rentId", f.due_on::text as on, f.voided_at is not null as "isVoided", case when r.id = any(${summed}::uuid[]) then (
      select coalesce(sum(x.cents), 0)::float8 from ${charges} x where x.for_charge_id = r.id and x.voided_at is null
    ) else 0 end as "feeCents"
    from unnest(${ids}::uuid[], ${days}::text[]::date[]) as r(id, since)
    left join ${charges} f on f.for_charge_id = r.id and f.due_on >= r.since`);
  return Map.groupBy(rows, ({ rentId }) => rentId);
}

/** The arrival time of the oldest money for each of these leases that Hearth has not counted yet. Leases without it are left out. */
export async function listWaitingSince(db: DatabaseOrTransaction, leaseIds: string[]): Promise<Map<string, Date>> {
  const rows = await db
    .select({ leaseId: leaseCredits.leaseId, at: sql`min(${transfers.blockTime})`.mapWith(transfers.blockTime) })
    .from(transfers)
    .innerJoin(leaseCredits, eq(leaseCredits.paymentId, transfers.paymentId))
    .where(
      and(
        sql`((${isPendingCredit(transfers)}) or (${lacksConfirmations(transfers)}))`,
        inArray(leaseCredits.leaseId, leaseIds),
        isNull(leaseCredits.takenAwayAt),
      ),
    )
    .groupBy(leaseCredits.leaseId);
  return new Map(rows.map(({ leaseId, at }) => [leaseId, at]));
}

/** Stored days of a rent charge without a fee. */
export type DecidedDays = DaysWithoutFee & { chargeId: string };

/**
 * Stores the days without a fee, and deletes earlier decisions about these rent charges from a day on. Days that continue a stored row with the same reason
 * extend it.
 */
export async function storeFeeDays(tx: Transaction, decided: { id: string; from: string }[], days: DecidedDays[], at: Date): Promise<void> {
  await tx.execute(sql`
    delete from ${lateFeeDays} d using unnest(${sql.param(decided.map(({ id }) => id))}::uuid[], ${sql.param(decided.map(({ from }) => from))}::text[]::date[]) as r(id, since)
    where d.charge_id = r.id and d.from_on >= r.since`);
  if (days.length === 0) return;
  const column = <Key extends keyof DecidedDays>(key: Key) => sql.param(days.map((day) => day[key]));
  await tx.execute(sql`
    with given as (
      select * from unnest(${column("chargeId")}::uuid[], ${column("from")}::text[]::date[], ${column("through")}::text[]::date[], ${column("why")}::text[],
        ${column("openCents")}::integer[]) as g(charge_id, from_on, through_on, why, open_cents)
    ), continued as (
      update ${lateFeeDays} d set through_on = g.through_on from given g
      where d.charge_id = g.charge_id and d.why = g.why and d.through_on = g.from_on - 1 returning g.charge_id, g.from_on
    )
    insert into ${lateFeeDays} (charge_id, from_on, through_on, why, open_cents, decided_at)
    select g.charge_id, g.from_on, g.through_on, g.why, g.open_cents, ${at.toISOString()}::timestamptz from given g
    where (g.charge_id, g.from_on) not in (select charge_id, from_on from continued)`);
}

/** Sets when each rent charge is due for its next late-fee check. */
export async function markFeeChecked(tx: Transaction, checks: { id: string; next: Date | null }[]): Promise<void> {
  const moments = checks.map(({ next }) => next?.toISOString() ?? null);
  await tx.execute(sql`
    update ${charges} c set fee_check_at = n.next
    from unnest(${sql.param(checks.map(({ id }) => id))}::uuid[], ${sql.param(moments)}::text[]::timestamptz[]) as n(id, next) where c.id = n.id`);
}

/** Marks a rent charge as bearing no further late fee. */
export async function waiveFees(tx: Transaction, rentId: string, at: Date): Promise<void> {
  await tx
    .update(charges)
    .set({ feesWaivedAt: at, feeCheckAt: null })
    .where(and(eq(charges.id, rentId), isNull(charges.feesWaivedAt)));
}

/** The late fees of rent charges that are not voided, the oldest day first. */
export async function listFeesOf(tx: Transaction, rentIds: string[]) {
  return tx
    .select()
    .from(charges)
    .where(and(inArray(charges.forChargeId, rentIds), isNull(charges.voidedAt)))
    .orderBy(asc(charges.dueOn), asc(charges.id));
}

/** Late fees of a lease for days after a given one, without voided ones, the oldest first, at most `limit`. */
export async function listFeesAfter(db: DatabaseOrTransaction, leaseId: string, on: string, limit: number) {
  return db
    .select({ id: charges.id, rentId: charges.forChargeId, dueOn: charges.dueOn, cents: charges.cents })
    .from(charges)
    .where(and(eq(charges.leaseId, leaseId), eq(charges.kind, "lateFee"), gt(charges.dueOn, on), isNull(charges.voidedAt)))
    .orderBy(asc(charges.dueOn), asc(charges.id))
    .limit(limit);
}

/** Rent charges by id, with the fields that late fees depend on. */
export async function listRents(db: DatabaseOrTransaction, ids: string[]) {
  return db.select({ id: charges.id, cents: charges.cents, period: charges.period }).from(charges).where(inArray(charges.id, ids));
}

/** The newest stretches of days without a fee of each of these rent charges, at most `most` of each. */
export async function listFeeDays(db: DatabaseOrTransaction, chargeIds: string[], limit: number): Promise<DecidedDays[]> {
  const place = sql<number>`row_number() over (partition by ${lateFeeDays.chargeId} order by ${lateFeeDays.fromOn} desc)`.as("place");
  const { chargeId, fromOn, throughOn, why, openCents } = lateFeeDays;
  const placed = db
    .select({ chargeId, from: fromOn, through: throughOn, why, openCents, place })
    .from(lateFeeDays)
    .where(inArray(chargeId, chargeIds))
    .as("placed");
  const { from, through } = placed;
  return db
    .select({ chargeId: placed.chargeId, from, through, why: placed.why, openCents: placed.openCents })
    .from(placed)
    .where(lte(placed.place, limit))
    .orderBy(desc(from));
}
