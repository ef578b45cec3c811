import { sql } from "drizzle-orm";
import { disputes } from "./schema/disputes.ts";
import { journalEntries } from "./schema/journal-entries.ts";
import { refunds } from "./schema/refunds.ts";
import { transfers } from "./schema/transfers.ts";
import { wholeCentsOfUnits } from "./usdc.ts";

/** What the journal says went back to the payer towards a dispute: for its own refunds, and for freely given ones since it was filed. */
const given = sql`from ${journalEntries} j
  join ${refunds} r on r.id = j.refund_id join ${transfers} t on t.id = j.transfer_id
  where j.payment_id = ${disputes.paymentId} and j.account = 'returned'
    and (r.dispute_id = ${disputes.id} or (r.dispute_id is null and t.block_time >= ${disputes.createdAt}))`;
const givenUnits = sql`(select coalesce(sum(j.units), 0) ${given})`;

type GivenPart = [units: string, txHash: string, givenBackAt: string | null];

/** The transfers with which it went back, in the chain's order; none for a dispute that was not approved. For queries that read `disputes`. */
export const givenTowards = sql`(case when ${disputes.result} = 'chargedBack' then to_json(array(
    select json_build_array(sum(j.units)::text, t.tx_hash, t.given_back_at) ${given}
    group by t.id having sum(j.units) > 0 order by t.block_number, t.log_index
  )) else '[]' end)`.mapWith((parts: GivenPart[]) =>
  parts.map(([units, txHash, at]) => ({ usdcUnits: BigInt(units), txHash, givenBackAt: at === null ? null : new Date(at) })),
);

/**
 * What a dispute is owed in cents, as `owedCents` of the domain says it for rows that are loaded: its chargeback less what went back to the
 * payer towards it. For queries that read `disputes`.
 */
export const owedCents = sql<number>`(case
  when ${disputes.result} = 'chargedBack' and ${disputes.chargebackCents} > 0
  then greatest(${disputes.chargebackCents} - ${wholeCentsOfUnits(givenUnits)}, 0)::int
  else 0
end)`.mapWith(Number);

/** Whether a dispute was approved whose money has not all been seen on the chain; what is settled for good is not looked at. For queries that read `disputes`. */
export const isRefundOwed = sql<boolean>`(${disputes.result} = 'chargedBack' and ${disputes.settledAt} is null and ${owedCents} > 0)`;
