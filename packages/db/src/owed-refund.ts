import { sql } from "drizzle-orm";
import { disputes } from "./schema/disputes.ts";
import { oddRefundTransfers } from "./schema/odd-refund-transfers.ts";
import { refunds } from "./schema/refunds.ts";
import { wholeCentsOfUnits } from "./usdc.ts";

const isRefunded = sql`exists (select from ${refunds} r where r.dispute_id = ${disputes.id} and r.status = 'completed')`;

const shortUnits = sql`(
  select coalesce(sum(o.usdc_units), 0) from ${oddRefundTransfers} o join ${refunds} r on r.id = o.refund_id
  where r.dispute_id = ${disputes.id} and o.problem = 'short'
)`;

/**
 * What a dispute is owed in cents, as `owedCents` of the domain says it for rows that are loaded: its chargeback less what came too short for
 * it, until a refund of it is completed. For queries that read `disputes`.
 */
export const owedCents = sql<number>`(case
  when ${disputes.result} = 'chargedBack' and ${disputes.chargebackCents} > 0 and not ${isRefunded}
  then greatest(${disputes.chargebackCents} - ${wholeCentsOfUnits(shortUnits)}, 0)::int
  else 0
end)`.mapWith(Number);

/** Whether a dispute was approved whose money has not all been seen on the chain. For queries that read `disputes`. */
export const isRefundOwed = sql<boolean>`(${disputes.result} = 'chargedBack' and ${owedCents} > 0)`;
