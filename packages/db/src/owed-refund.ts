import { sql } from "drizzle-orm";
import { disputes } from "./schema/disputes.ts";
import { journalEntries } from "./schema/journal-entries.ts";
import { refunds } from "./schema/refunds.ts";
import { transfers } from "./schema/transfers.ts";
import { isBlockBefore } from "./block-seconds.ts";
import { wholeCentsOfUnits } from "./usdc.ts";

/** Journal lines of what went back of the dispute's payment to its payer. */
const returnedLines = sql`${journalEntries} j
  join ${refunds} r on r.id = j.refund_id join ${transfers} t on t.id = j.transfer_id
  where j.payment_id = ${disputes.paymentId} and j.account = 'returned'`;

/**
 * What had been given back freely when the dispute was decided, in base units. A dispute decided before this was recorded takes what was in
 * blocks before the second in which it was filed.
 */
const freelyReturnedBefore = sql`coalesce(${disputes.returnedBeforeUnits}, (
  select coalesce(sum(j.units), 0) from ${returnedLines} and r.dispute_id is null and ${isBlockBefore(sql`t.block_time`, disputes.createdAt)}))`;

/**
 * The transfers that count towards a dispute, each with the units that do: all of its own refunds, and of freely given ones what exceeds
 * what had been given back by its decision. Own and free refunds are used up separately, each in the chain's order.
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

/** What went back towards a dispute, in whole cents and at most its chargeback; 0 for one that was not approved. For queries that read `disputes`. */
export const givenCents = sql<number>`(case
  when ${disputes.result} = 'chargedBack' then least(coalesce(${disputes.chargebackCents}, 0), ${countedCents})::int else 0
end)`.mapWith(Number);

type GivenPart = [units: string, txHash: string, givenBackAt: string | null];

/** The transfers that count towards a dispute, in the chain's order; none for a dispute that was not approved. For queries that read `disputes`. */
export const givenTowards = sql`(case when ${disputes.result} = 'chargedBack' then to_json(array(
    select json_build_array(part.counted::text, part.tx_hash, part.given_back_at) from ${countedParts} part
    where part.counted > 0 order by part.block_number, part.log_index
  )) else '[]' end)`.mapWith((parts: GivenPart[]) =>
  parts.map(([units, txHash, at]) => ({ usdcUnits: BigInt(units), txHash, givenBackAt: at === null ? null : new Date(at) })),
);

/** What of the dispute's payment can still go back to its payer, in whole cents: what came in for it less what went back. For queries that read `disputes`. */
export const leftCents =
  wholeCentsOfUnits(sql`(select coalesce(sum(case j.account when 'payment' then -j.units when 'returned' then -j.units end), 0)
  from ${journalEntries} j where j.payment_id = ${disputes.paymentId})`).mapWith(Number);

/**
 * What a dispute is owed in cents, as `owedCents` of the domain says it for rows that are loaded: its chargeback less what counts towards it,
 * and never more than can still go back of its payment. For queries that read `disputes`.
 */
export const owedCents = sql<number>`(case
  when ${disputes.result} = 'chargedBack' and ${disputes.chargebackCents} > 0
  then greatest(least(
    ${disputes.chargebackCents} - ${countedCents},
    ${leftCents}), 0)::int
  else 0
end)`.mapWith(Number);

/** Whether a dispute was approved whose money has not all been seen on the chain; what is settled for good is not looked at. For queries that read `disputes`. */
export const isRefundOwed = sql<boolean>`(${disputes.result} = 'chargedBack' and ${disputes.settledAt} is null and ${owedCents} > 0)`;
