import { sql } from "drizzle-orm";
import { disputes } from "./schema/disputes.ts";
import { journalEntries } from "./schema/journal-entries.ts";
import { refunds } from "./schema/refunds.ts";
import { transfers } from "./schema/transfers.ts";
import { isBlockBefore } from "./block-seconds.ts";
import { wholeCentsOfUnits } from "./usdc.ts";

/** Journal lines of money of the dispute's payment that was returned to its payer. */
const returnedLines = sql`${journalEntries} j
  join ${refunds} r on r.id = j.refund_id join ${transfers} t on t.id = j.transfer_id
  where j.payment_id = ${disputes.paymentId} and j.account = 'returned'`;

/**
 * Amount freely returned before the dispute was decided, in base units. A dispute decided before this was recorded counts blocks before the
 * second of its filing.
 */
const freelyReturnedBefore = sql`coalesce(${disputes.returnedBeforeUnits}, (
  select coalesce(sum(j.units), 0) from ${returnedLines} and r.dispute_id is null and ${isBlockBefore(sql`t.block_time`, disputes.createdAt)}))`;

/**
 * Transfers that count towards a dispute, with the units that count. The dispute's own refunds count in full. Freely given refunds count as
 * far as they exceed the amount returned before the decision. Own and free refunds are used up separately, each in chain order.
 */
const countedParts = sql`(
  select each.*, least(each.units, sum(each.units) over (partition by each.own order by each.block_number, each.log_index)
    - case when each.own then 0 else ${freelyReturnedBefore} end) as counted
  from (
    select r.dispute_id is not null as own, t.tx_hash, t.given_back_at, t.block_number, t.log_index, sum(j.units) as units
    from ${returnedLines} and (r.dispute_id is null or r.dispute_id = ${disputes.id})
    group by t.id, r.dispute_id having sum(j.units) > 0
  ) each
)`;

const countedCents = wholeCentsOfUnits(
  sql`(select coalesce(sum(part.counted) filter (where part.counted > 0), 0) from ${countedParts} part)`,
);

/**
 * Amount returned towards a dispute, in whole cents, at most its chargeback; 0 if it was not approved. For queries that read `disputes`.
 */
export const givenCents = sql<number>`(case
  when ${disputes.result} = 'chargedBack' then least(coalesce(${disputes.chargebackCents}, 0), ${countedCents})::int else 0
end)`.mapWith(Number);

export type GivenPart = [units: string, txHash: string, givenBackAt: string | null];

/** Transfers that count towards a dispute, in chain order; none if it was not approved. For queries that read `disputes`. */
export const refundsForDispute = sql`(case when ${disputes.result} = 'chargedBack' then to_json(array(
    select json_build_array(part.counted::text, part.tx_hash, part.given_back_at) from ${countedParts} part
    where part.counted > 0 order by part.block_number, part.log_index
  )) else '[]' end)`.mapWith(readGivenParts);

/** Reads such transfers from the JSON of the database. */
export function readGivenParts(parts: GivenPart[]) {
  return parts.map(([units, txHash, at]) => ({ usdcUnits: BigInt(units), txHash, givenBackAt: at === null ? null : new Date(at) }));
}

/** Amount of the dispute's payment that can still be returned, in whole cents: received less returned. For queries that read `disputes`. */
export const leftCents =
  wholeCentsOfUnits(sql`(select coalesce(sum(case j.account when 'payment' then -j.units when 'returned' then -j.units end), 0)
  from ${journalEntries} j where j.payment_id = ${disputes.paymentId})`).mapWith(Number);

/**
 * Amount owed for a dispute in cents, by the same rule as the domain's `owedCents` for loaded rows. It is the chargeback less the counted
 * refunds, and never more than can still be returned. For queries that read `disputes`.
 */
export const owedCents = sql<number>`(case
  when ${disputes.result} = 'chargedBack' and ${disputes.chargebackCents} > 0
  then greatest(least(
    ${disputes.chargebackCents} - ${countedCents},
    ${leftCents}), 0)::int
  else 0
end)`.mapWith(Number);

/**
 * True if a dispute was approved and its money has not all been seen on the chain. Skips disputes that are settled for good. For queries
 * that read `disputes`.
 */
export const isRefundOwed = sql<boolean>`(${disputes.result} = 'chargedBack' and ${disputes.settledAt} is null and ${owedCents} > 0)`;
