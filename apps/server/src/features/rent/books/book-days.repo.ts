import { closedLines } from "@hearth/db/schema/closed-lines";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries, mayBeLate } from "@hearth/db/schema/lease-entries";
import { monthCloses } from "@hearth/db/schema/month-closes";
import { type SQL, sql } from "drizzle-orm";

/** Longer than any transaction that writes lines: a close has seen everything posted this long before it. */
const unseen = sql.raw("interval '24 hours'");

/** Milliseconds before a close from which a posted line is certain to have been seen by it. */
export const unseenMs = 86_400_000;

/**
 * The CTE `closing`: one row about a merchant's closed months. `first` and `first_seen` describe the first one, `last_seen` the newest. `open_from` is the
 * first day that no close counts. All are null where no month is closed. Reads a row for each closed month.
 */
export function closingOf(merchantId: SQL | string): SQL {
  return sql`closing as (
      select min(c.period) as first, (max(c.period) + interval '1 month')::date as open_from,
        min(c.closed_at) - ${unseen} as first_seen, max(c.closed_at) - ${unseen} as last_seen
      from ${monthCloses} c where c.merchant_id = ${merchantId} and c.reopened_at is null
    )`;
}

/** True for a line of this alias that may have come after the close of its month, by the condition of its index. */
export const isMaybeLate = (line: "e" | "own"): SQL =>
  mayBeLate({ effectiveOn: sql.raw(`${line}.effective_on`), postedAt: sql.raw(`${line}.posted_at`) });

/**
 * The day on which the books count a line `e`, given the row `g` of `closing`. It is the line's own day, or for a line that came after the close of its month
 * the first day of the month that counts it. A line of an earlier month that the first close counts keeps its own day, because it existed before that close.
 */
export const bookedOn: SQL = sql`case when (e.effective_on < g.open_from) is not true or e.posted_at < g.first_seen or not ${isMaybeLate("e")} then e.effective_on else (
    select coalesce(max(case when c.period > e.effective_on and c.period > g.first then c.period else e.effective_on end),
      case when e.posted_at >= g.last_seen then g.open_from else e.effective_on end)
    from ${closedLines} x join ${monthCloses} c on c.id = x.close_id where x.entry_id = e.id
  ) end`;

/** A column of the credit of a line `own`. A line of a payment says its credit's kind itself, so that only other lines of credits are looked up. */
const ofCredit = (
  column: "kind" | "deposit_charge_id",
  ofPayment: SQL,
): SQL => sql`case when own.kind in ('payment', 'outside') then ${ofPayment}
          when own.credit_id is not null then (select c.${sql.raw(column)} from ${leaseCredits} c where c.id = own.credit_id) end`;

/** The columns of a line `own` that its indexes have, so that the books read no rows of the table. */
const lineColumns: SQL = sql.raw(
  "own.id, own.lease_id, own.kind, own.cents, own.effective_on, own.posted_at, own.charge_id, own.credit_id",
);
const creditColumns: SQL = sql`${ofCredit("kind", sql`own.kind`)} as credit_kind, ${ofCredit("deposit_charge_id", sql`null`)} as deposit_charge_id`;

/**
 * A subquery of a merchant's lines with `booked_on`: the lines from `from` to `to`, and earlier ones that came late and may count from `from` on. Reads each of the two
 * from one piece of an index, or with `leaseIds` the lines of these leases alone. The sum with 0 keeps PostgreSQL from reading all earlier lines by their day.
 * Without `to` it reads all lines from `from` on. Has the columns that the books add up, and for a credit its kind and the deposit
 * that it returns or keeps. It also has the columns of `further`, such as the note, from the table.
 */
export function bookedLines({
  merchantId,
  from,
  to,
  leaseIds,
  further = sql``,
}: {
  merchantId: string;
  from: string;
  to: string | null;
  leaseIds?: readonly string[] | undefined;
  further?: SQL;
}): SQL {
  const [first, last] = [sql`${from}::date`, sql`${to}::date`];
  const isOfMerchant = sql`own.merchant_id = ${merchantId}`;
  const isOfLease = leaseIds && sql`own.lease_id = any(${sql.param(leaseIds)}::uuid[])`;
  // Late lines that count in the months from `from` on were posted after the close of the month before.
  const since = sql`coalesce((select c.closed_at from ${monthCloses} c
      where c.merchant_id = ${merchantId} and c.reopened_at is null and c.period < ${first} order by c.period desc limit 1) - ${unseen}, g.first_seen)`;
  const until = sql`(select c.closed_at from ${monthCloses} c
      where c.merchant_id = ${merchantId} and c.reopened_at is null and c.period = date_trunc('month', ${last})::date)`;
  return sql`(
      select e.*, ${bookedOn} as booked_on from (
        select ${lineColumns}, ${creditColumns}${further} from ${leaseEntries} own
        where ${isOfLease ?? isOfMerchant} and own.effective_on >= ${first} and ${to === null ? sql`true` : sql`own.effective_on <= ${last}`}
        union all
        select ${lineColumns}, ${creditColumns}${further} from ${leaseEntries} own
        where ${isOfMerchant} and ${isOfLease ?? sql`true`} and ${isMaybeLate("own")} and own.effective_on + 0 < ${first} and ${first} <= g.open_from
          and own.posted_at >= ${since} and ${to === null ? sql`true` : sql`own.posted_at <= coalesce(${until} + ${unseen}, 'infinity')`}
        offset 0
      ) e offset 0 -- otherwise each use of booked_on would work it out again
    )`;
}
