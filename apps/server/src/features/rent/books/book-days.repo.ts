import { closedLines } from "@hearth/db/schema/closed-lines";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
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

/**
 * The day on which the books count a line `e`, given the row `g` of `closing`. It is the line's own day, or for a line that came after the close of its month
 * the first day of the month that counts it. A line of an earlier month that the first close counts keeps its own day, because it existed before that close.
 */
export const bookedOn: SQL = sql`case when (e.effective_on < g.open_from) is not true or e.posted_at < g.first_seen then e.effective_on else (
    select coalesce(max(case when c.period > e.effective_on and c.period > g.first then c.period else e.effective_on end),
      case when e.posted_at >= g.last_seen then g.open_from else e.effective_on end)
    from ${closedLines} x join ${monthCloses} c on c.id = x.close_id where x.entry_id = e.id
  ) end`;

/** The columns of a line `own` that its index has, so that the books read no rows of the table. */
const lineColumns: SQL = sql.raw("own.id, own.kind, own.cents, own.effective_on, own.posted_at, own.charge_id, own.credit_id");

/**
 * A subquery of a lease's lines with `booked_on`: the lines from `from` to `to`, and earlier ones that came late and may count from `from` on. Late lines are
 * found by when they were posted, without reading older ones: the sum with 0 keeps PostgreSQL from reading all earlier lines by their day. Without `to` it reads all lines from `from` on. Has the columns that the books add up, and those
 * of `further`, such as the note, from the table.
 */
export function bookedLines(
  leaseId: SQL,
  { merchantId, from, to, further = sql`` }: { merchantId: string; from: string; to: string | null; further?: SQL },
): SQL {
  const [first, last] = [sql`${from}::date`, sql`${to}::date`];
  // Late lines that count in the months from `from` on were posted after the close of the month before.
  const since = sql`coalesce((select c.closed_at from ${monthCloses} c
      where c.merchant_id = ${merchantId} and c.reopened_at is null and c.period < ${first} order by c.period desc limit 1) - ${unseen}, g.first_seen)`;
  const until = sql`(select c.closed_at from ${monthCloses} c
      where c.merchant_id = ${merchantId} and c.reopened_at is null and c.period = date_trunc('month', ${last})::date)`;
  return sql`(
      select e.*, ${bookedOn} as booked_on from (
        select ${lineColumns}${further} from ${leaseEntries} own
        where own.lease_id = ${leaseId} and own.effective_on >= ${first} and ${to === null ? sql`true` : sql`own.effective_on <= ${last}`}
        union all
        select ${lineColumns}${further} from ${leaseEntries} own
        where own.lease_id = ${leaseId} and own.effective_on + 0 < ${first} and ${first} <= g.open_from and own.posted_at >= ${since}
          and ${to === null ? sql`true` : sql`own.posted_at <= coalesce(${until} + ${unseen}, 'infinity')`}
        offset 0
      ) e offset 0 -- otherwise each use of booked_on would work it out again
    )`;
}

/**
 * A lateral subquery with the credit of a line `e`: its kind, and the deposit that it returns or keeps. A line of a payment says its credit's kind itself, so
 * that only other lines of credits are looked up. OFFSET 0 keeps the look-up by index. Has no row for a line of a charge.
 */
export const creditOfLine: SQL = sql`(
      select e.kind, null::uuid as deposit_charge_id where e.kind in ('payment', 'outside')
      union all
      select c.kind, c.deposit_charge_id from ${leaseCredits} c where c.id = e.credit_id and e.kind not in ('payment', 'outside') offset 0
    )`;
