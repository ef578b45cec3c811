import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { disputes } from "@hearth/db/schema/disputes";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { leases } from "@hearth/db/schema/leases";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

export type ChargeRow = typeof charges.$inferSelect;
export type NewCharge = typeof charges.$inferInsert;
export type LeaseCreditRow = typeof leaseCredits.$inferSelect;
export type NewLine = typeof leaseEntries.$inferInsert;

/** A charge that was made, as far as its ledger line needs it. */
export interface MadeCharge {
  [column: string]: unknown;
  id: string;
  leaseId: string;
  period: string | null;
  cents: number;
  dueOn: string;
  createdBy: string | null;
}

/** Rows that one INSERT holds, so that it ends within seconds on a slow machine. */
const rowsAtOnce = 250;

/**
 * INSERT statements of rows, 250 each. Sends the rows as one JSON text, because building a statement with a value for each column of each row takes the process
 * several times as long. A column that no row has gets its default, and one that only some rows have is null in the others.
 */
function insertsOf(table: PgTable, rows: readonly Record<string, unknown>[]): SQL[] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, place) => {
    const slice = rows.slice(place * rowsAtOnce, (place + 1) * rowsAtOnce);
    const given = Object.entries(getTableColumns(table)).filter(([name]) => slice.some((row) => row[name] !== undefined));
    const json = JSON.stringify(slice.map((row) => Object.fromEntries(given.map(([name, column]) => [column.name, row[name]]))));
    const columns = sql.join(
      given.map(([, column]) => sql.identifier(column.name)),
      sql`, `,
    );
    return sql`insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, ${json}::text::json)`;
  });
}

/** Inserts charges, and returns those that did not exist: a month's rent and a day's late fee are made once. */
export async function insertCharges(tx: Transaction, values: readonly NewCharge[]): Promise<MadeCharge[]> {
  const made: MadeCharge[] = [];
  for (const insert of insertsOf(charges, values))
    made.push(
      ...(await tx.execute<MadeCharge>(sql`
        ${insert} on conflict do nothing
        returning id, lease_id as "leaseId", period::text as period, cents, due_on::text as "dueOn", created_by as "createdBy"`)),
    );
  return made;
}

/** Inserts ledger lines. Triggers add them up. */
export async function insertLines(tx: Transaction, lines: readonly NewLine[]): Promise<void> {
  for (const insert of insertsOf(leaseEntries, lines)) await tx.execute(insert);
}

/** The unused parts of these leases' credits, by arrival time, the oldest first. */
export async function listUnused(db: DatabaseOrTransaction, leaseIds: string[]) {
  const rows = await db.execute<{ id: string; leaseId: string; chosen: string[]; unusedCents: number; arrivedMs: number }>(sql`
    select k.id, k.lease_id as "leaseId", k.chosen, u.unused_cents::float8 as "unusedCents", extract(epoch from u.arrived_at)::float8 * 1000 as "arrivedMs"
    from ${leaseCredits} k cross join lateral lease_credit_arrivals(k.id) u
    where k.lease_id = any(${sql.param(leaseIds)}::uuid[]) and k.used_cents < k.received_cents and u.unused_cents > 0
    order by u.arrived_at, k.id`);
  return rows.map(({ arrivedMs, ...row }) => ({ ...row, arrivedAt: new Date(arrivedMs) }));
}

/** The open charges of these leases. */
export async function listOpen(db: DatabaseOrTransaction, leaseIds: string[]) {
  return db
    .select({
      id: charges.id,
      leaseId: charges.leaseId,
      kind: charges.kind,
      description: charges.description,
      dueOn: charges.dueOn,
      openCents: sql<number>`${charges.cents} - ${charges.paidCents}`,
    })
    .from(charges)
    .where(and(inArray(charges.leaseId, leaseIds), lt(charges.paidCents, charges.cents), isNull(charges.voidedAt)))
    .orderBy(asc(charges.dueOn), asc(charges.id));
}

/** The number of open charges by lease. Leases without any are left out. */
export async function countOpen(db: DatabaseOrTransaction, leaseIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ leaseId: charges.leaseId, count: sql<number>`count(*)::integer` })
    .from(charges)
    .where(
      and(
        sql`${charges.leaseId} = any(${sql.param([...leaseIds])}::uuid[])`,
        lt(charges.paidCents, charges.cents),
        isNull(charges.voidedAt),
      ),
    )
    .groupBy(charges.leaseId);
  return new Map(rows.map(({ leaseId, count }) => [leaseId, count]));
}

export async function insertAllocations(tx: Transaction, allocations: readonly (typeof leaseAllocations.$inferInsert)[]): Promise<void> {
  for (const insert of insertsOf(leaseAllocations, allocations)) await tx.execute(insert);
}

/** Removes all allocations from these charges. */
export async function releaseCharges(tx: Transaction, chargeIds: string[], at: Date): Promise<void> {
  await tx.execute(sql`
    insert into ${leaseAllocations} (credit_id, charge_id, cents, at, arrived_at)
    select credit_id, charge_id, -sum(cents), ${at.toISOString()}::timestamptz, arrived_at from ${leaseAllocations}
    where charge_id = any(${sql.param(chargeIds)}::uuid[]) group by credit_id, charge_id, arrived_at having sum(cents) <> 0`);
}

/** The act that voids charges. `forEnd` is true where the lease's end was set or moved, so that these months may be charged again. */
export interface Voiding {
  at: Date;
  by: string;
  reason: string;
  forEnd?: boolean;
}

/** Voids charges that are not voided, with a line for each on its own day. Returns how many it voided. They must have no allocations. */
export async function markVoided(tx: Transaction, ids: string[], { at, by, reason, forEnd = false }: Voiding): Promise<number> {
  const [row] = await tx.execute<{ count: number }>(sql`
    with voided as (
      update ${charges} set voided_at = ${at.toISOString()}::timestamptz, voided_by = ${by}::uuid, void_reason = ${reason}, fee_check_at = null, voided_for_end = ${forEnd}
      where id = any(${sql.param(ids)}::uuid[]) and voided_at is null returning id, lease_id, cents, due_on
    ), lines as (
      insert into ${leaseEntries} (lease_id, kind, charge_id, cents, effective_on, posted_at, note, actor_id)
      select lease_id, 'void', id, -cents, due_on, ${at.toISOString()}::timestamptz, ${reason}, ${by}::uuid from voided order by due_on, id returning id
    ) select count(*)::integer as count from lines`);
  return row?.count ?? 0;
}

export async function findCharge(db: DatabaseOrTransaction, id: string): Promise<ChargeRow | null> {
  const [row] = await db.select().from(charges).where(eq(charges.id, id));
  return row ?? null;
}

/** A month's rent in the ledger: its charge, or else the charge last voided for an end of the lease. */
export interface LedgerMonthRow {
  [column: string]: unknown;
  id: string;
  period: string;
  cents: number;
  dueOn: string;
  isVoided: boolean;
  /** When the landlord waived its further late fees, in milliseconds. Null where they were not waived. */
  feesWaivedMs: number | null;
  /** The credit for its unused days, and the credited amount. */
  creditId: string | null;
  givenBackCents: number;
}

/**
 * The rent of a lease from a month on, one row a month, without months that were voided by hand and never charged again. Charges and credits made for an end
 * before such rows were marked are found by their texts.
 */
export async function listMonthsFrom(tx: Transaction, leaseId: string, period: string): Promise<LedgerMonthRow[]> {
  return tx.execute<LedgerMonthRow>(sql`
    select distinct on (c.period) c.id, c.period::text as period, c.cents, c.due_on::text as "dueOn", c.voided_at is not null as "isVoided",
      extract(epoch from c.fees_waived_at)::float8 * 1000 as "feesWaivedMs", k.id as "creditId", coalesce(k.received_cents, 0) as "givenBackCents"
    from ${charges} c left join lateral (
      select g.id, g.received_cents from ${leaseCredits} g where g.id = c.unused_credit_id and c.voided_at is null
      union all
      select g.id, g.received_cents from ${leaseEntries} e join ${leaseCredits} g on g.id = e.credit_id
      where c.unused_credit_id is null and c.voided_at is null and e.lease_id = c.lease_id and e.effective_on = c.due_on and e.kind = 'credit'
        and e.note like 'Unused rent for ' || to_char(c.period, 'FMMonth YYYY') || ': %'
    ) k on k.received_cents > 0
    where c.lease_id = ${leaseId} and c.kind = 'rent' and c.period >= ${period}::date and c.due_on >= ${period}::date
      and (c.voided_at is null or c.voided_for_end or c.void_reason like 'The last day is %')
    order by c.period, c.voided_at is null desc, c.id desc, k.id desc`);
}

/** The first month from which on none is charged. Months voided for an end may get other terms. Months voided by hand are not charged again. */
export async function findFirstFreeMonth(tx: Transaction, { id, nextPeriod }: { id: string; nextPeriod: string }): Promise<string> {
  const [row] = await tx.execute<{ period: string }>(sql`
    select coalesce(min(c.period), ${nextPeriod}::date)::text as period from ${charges} c
    where c.lease_id = ${id} and c.kind = 'rent' and (c.voided_for_end or c.void_reason like 'The last day is %') and c.period > coalesce(
      (select max(l.period) from ${charges} l where l.lease_id = ${id} and l.kind = 'rent' and l.voided_at is null), '-infinity')`);
  return row?.period ?? nextPeriod;
}

/** Marks charges voided for an end before such charges were marked, so that their months can be charged again. */
export async function markVoidedForEnd(tx: Transaction, ids: string[]): Promise<void> {
  await tx
    .update(charges)
    .set({ voidedForEnd: true })
    .where(and(inArray(charges.id, ids), isNotNull(charges.voidedAt), sql`not ${charges.voidedForEnd}`));
}

/** The credit to make for a rent's days after its lease's end. */
export interface UnusedDays {
  chargeId: string;
  cents: number;
  /** The day on which the rent is due, and that day's first moment. */
  dueOn: string;
  arrivedAt: Date;
  note: string;
}

/** Credits the unused days of rents. Each charge then names its credit. One statement. */
export async function insertUnusedDays(
  tx: Transaction,
  leaseId: string,
  days: UnusedDays[],
  { at, by }: Pick<Voiding, "at" | "by">,
): Promise<void> {
  if (days.length === 0) return;
  const now = sql`${at.toISOString()}::timestamptz`;
  await tx.execute(sql`
    with given as (
      select uuidv7() as credit_id, g.* from unnest(${sql.param(days.map(({ chargeId }) => chargeId))}::uuid[],
        ${sql.param(days.map(({ cents }) => cents))}::integer[], ${sql.param(days.map(({ dueOn }) => dueOn))}::text[]::date[],
        ${sql.param(days.map(({ arrivedAt }) => arrivedAt.toISOString()))}::text[]::timestamptz[], ${sql.param(days.map(({ note }) => note))}::text[]
      ) as g(charge_id, cents, due_on, arrived_at, note)
    ), made as (
      insert into ${leaseCredits} (id, lease_id, kind, arrived_at, created_by, created_at)
      select credit_id, ${leaseId}::uuid, 'credit', arrived_at, ${by}::uuid, ${now} from given
    ), named as (
      update ${charges} c set unused_credit_id = g.credit_id from given g where c.id = g.charge_id
    )
    insert into ${leaseEntries} (lease_id, kind, credit_id, cents, effective_on, posted_at, note, actor_id)
    select ${leaseId}::uuid, 'credit', credit_id, -cents, due_on, ${now}, note, ${by}::uuid from given`);
}

/** Takes credits back with a line each, dated on the day on which the credit counts. Credits already taken back stay unchanged. One statement. */
export async function reverseCredits(tx: Transaction, ids: string[], voiding: Voiding): Promise<void> {
  if (ids.length > 0) await reverse(tx, sql`${sql.param(ids)}::uuid[]`, voiding);
}

/** Takes back the credits for the unused days of rents, like `reverseCredits`. One statement. */
export async function reverseUnusedDays(tx: Transaction, chargeIds: string[], voiding: Voiding): Promise<void> {
  await reverse(tx, sql`array(select c.unused_credit_id from ${charges} c where c.id = any(${sql.param(chargeIds)}::uuid[]))`, voiding);
}

async function reverse(tx: Transaction, creditIds: SQL, { at, by, reason }: Voiding): Promise<void> {
  await tx.execute(sql`
    insert into ${leaseEntries} (lease_id, kind, credit_id, cents, effective_on, posted_at, note, actor_id)
    select k.lease_id, 'reversal', k.id, k.received_cents, (coalesce(k.arrived_at, ${at.toISOString()}::timestamptz) at time zone l.time_zone)::date,
      ${at.toISOString()}::timestamptz, ${reason}, ${by}::uuid
    from ${leaseCredits} k join ${leases} l on l.id = k.lease_id where k.id = any(${creditIds}) and k.received_cents > 0 order by k.id`);
}

/** Ends late fees for rent whose grace days had passed before a day, because a part of it was not owed until then. */
export async function stopPastFees(tx: Transaction, chargeIds: string[], today: string): Promise<void> {
  if (chargeIds.length === 0) return;
  await tx
    .update(charges)
    .set({ feeCheckAt: null })
    .where(and(inArray(charges.id, chargeIds), lte(charges.feeFromOn, today), isNotNull(charges.feeCheckAt)));
}

/** The charges of a lease that are not voided. */
export async function listLiveCharges(tx: Transaction, leaseId: string) {
  return tx
    .select({ id: charges.id, leaseId: charges.leaseId, dueOn: charges.dueOn })
    .from(charges)
    .where(and(eq(charges.leaseId, leaseId), isNull(charges.voidedAt)));
}

/** The credits and write-offs of a landlord on a lease that are not taken back. */
export async function listGivenCreditIds(tx: Transaction, leaseId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: leaseCredits.id })
    .from(leaseCredits)
    .where(and(eq(leaseCredits.leaseId, leaseId), inArray(leaseCredits.kind, ["credit", "writeOff"]), gt(leaseCredits.receivedCents, 0)));
  return rows.map(({ id }) => id);
}

/** The obstacles to undoing a lease: money that counts for it, in cents, and an open payment. */
export async function findLeaseMoney(tx: Transaction, leaseId: string): Promise<{ cents: number; isPaying: boolean }> {
  const [row] = await tx.execute<{ cents: number; isPaying: boolean }>(sql`
    select coalesce(sum(k.received_cents + k.beyond_cents), 0)::float8 as cents, coalesce(bool_or(p.status = 'pending'), false) as "isPaying"
    from ${leaseCredits} k left join ${payments} p on p.id = k.payment_id
    where k.lease_id = ${leaseId} and k.kind in ('payment', 'outside') and k.taken_away_at is null`);
  return row ?? { cents: 0, isPaying: false };
}

/** The number of these charges that the lease has and that are not voided. */
export async function countCharges(db: DatabaseOrTransaction, leaseId: string, ids: string[]): Promise<number> {
  return db.$count(charges, and(eq(charges.leaseId, leaseId), inArray(charges.id, ids), isNull(charges.voidedAt)));
}

export async function insertCredit(tx: Transaction, values: typeof leaseCredits.$inferInsert): Promise<LeaseCreditRow> {
  const [row] = await tx.insert(leaseCredits).values(values).returning();
  if (row === undefined) throw new Error("The credit was not made");
  return row;
}

export async function findCredit(db: DatabaseOrTransaction, id: string): Promise<LeaseCreditRow | null> {
  const [row] = await db.select().from(leaseCredits).where(eq(leaseCredits.id, id));
  return row ?? null;
}

/** The newest allocation's id. Later allocations of a locked lease have larger ids. */
export async function findLastAllocation(tx: Transaction): Promise<number> {
  const [row] = await tx.select({ id: sql<number>`coalesce(max(${leaseAllocations.id}), 0)`.mapWith(Number) }).from(leaseAllocations);
  return row?.id ?? 0;
}

/** The cents of a credit taken from charges after an allocation, less the cents allocated again. */
export async function sumReleasedSince(tx: Transaction, creditId: string, allocationId: number): Promise<number> {
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(-sum(${leaseAllocations.cents}), 0)`.mapWith(Number) })
    .from(leaseAllocations)
    .where(and(eq(leaseAllocations.creditId, creditId), gt(leaseAllocations.id, allocationId)));
  return row?.cents ?? 0;
}

/** Allocates cents of a credit to the charges that lost allocations of another credit after `since`, each at most what it lost. */
export async function replaceReleased(
  tx: Transaction,
  { from, since, to, cents, at }: { from: string; since: number; to: string; cents: number; at: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into ${leaseAllocations} (credit_id, charge_id, cents, at)
    select ${to}::uuid, charge_id, least(lost, ${cents}::bigint - before)::integer, ${at.toISOString()}::timestamptz from (
      select charge_id, -sum(cents) as lost, sum(-sum(cents)) over (order by charge_id) + sum(cents) as before
      from ${leaseAllocations} where credit_id = ${from} and id > ${since}::bigint group by charge_id having sum(cents) < 0
    ) as released where before < ${cents}::bigint`);
}

/** The allocations of credits that replace refunded money, of approved disputes and of deposits. */
export async function listReplacementCredits(tx: Transaction, chargeIds: string[]) {
  return tx
    .select({
      creditId: leaseAllocations.creditId,
      chargeId: leaseAllocations.chargeId,
      cents: sql<number>`sum(${leaseAllocations.cents})::integer`,
    })
    .from(leaseAllocations)
    .innerJoin(leaseCredits, eq(leaseCredits.id, leaseAllocations.creditId))
    .leftJoin(disputes, eq(disputes.leaseCreditId, leaseAllocations.creditId))
    .where(and(inArray(leaseAllocations.chargeId, chargeIds), or(isNotNull(disputes.id), isNotNull(leaseCredits.depositChargeId))))
    .groupBy(leaseAllocations.creditId, leaseAllocations.chargeId)
    .having(sql`sum(${leaseAllocations.cents}) > 0`);
}

/** True when a person has taken a credit back. */
export async function isTakenBack(tx: Transaction, creditId: string): Promise<boolean> {
  const isByPerson = and(eq(leaseEntries.creditId, creditId), eq(leaseEntries.kind, "reversal"), isNotNull(leaseEntries.actorId));
  return (await tx.$count(leaseEntries, isByPerson)) > 0;
}

/** Records the lease that a payment is for, with the charges that its payer chose. A payment stays with its first lease. Returns that lease's id. */
export async function upsertPaymentCredit(
  tx: Transaction,
  values: { leaseId: string; paymentId: string; chosen: string[]; createdBy: string; createdAt: Date },
): Promise<string> {
  const [row] = await tx
    .insert(leaseCredits)
    .values({ ...values, kind: "payment" })
    .onConflictDoUpdate({
      target: leaseCredits.paymentId,
      set: { chosen: sql`case when ${leaseCredits.leaseId} = excluded.lease_id then excluded.chosen else ${leaseCredits.chosen} end` },
    })
    .returning({ leaseId: leaseCredits.leaseId });
  if (row === undefined) throw new Error("The payment's lease was not kept");
  return row.leaseId;
}

/** Counts the money of a lease's short payments that was left out because the lease did not accept partial payments. */
export async function postShortPayments(tx: Transaction, leaseId: string, now: Date): Promise<void> {
  await tx.execute(sql`
    select post_lease_payment(k.id, ${now.toISOString()}::timestamptz) from ${leaseCredits} k
    where k.lease_id = ${leaseId} and not k.counts_short and k.payment_id is not null
      and exists (select from ${transfers} t where t.payment_id = k.payment_id and t.deep_at is not null)`);
}

export async function hasPaymentCredit(tx: Transaction, paymentId: string): Promise<boolean> {
  return (await tx.$count(leaseCredits, eq(leaseCredits.paymentId, paymentId))) > 0;
}

/** The arrival time of an allocation's cents. For queries that read `leaseAllocations` and `leaseCredits`. */
export const centsArrivedAt: SQL<Date | null> = sql`coalesce(${leaseAllocations.arrivedAt}, ${leaseCredits.arrivedAt})`.mapWith(
  leaseCredits.arrivedAt,
);

/** The time of the newest block read, or null. */
export async function findChainTime(db: DatabaseOrTransaction, chainId: number): Promise<Date | null> {
  const row = await db.query.chainCursors.findFirst({ where: (cursor) => eq(cursor.chainId, chainId), columns: { blockTime: true } });
  return row?.blockTime ?? null;
}
