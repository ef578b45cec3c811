import { sql } from "drizzle-orm";
import { disputes } from "./schema/disputes.ts";
import { oddRefundTransfers } from "./schema/odd-refund-transfers.ts";
import { refunds } from "./schema/refunds.ts";

/**
 * Whether a dispute was approved whose money has not been seen on the chain: neither has its refund been completed, nor do the transfers that
 * came too short for it add up to the chargeback. For queries that read `disputes`.
 */
export const isRefundOwed = sql<boolean>`(
  ${disputes.result} = 'chargedBack' and ${disputes.chargebackCents} > 0
  and not exists (select from ${refunds} r where r.dispute_id = ${disputes.id} and r.status = 'completed')
  and ${disputes.chargebackCents}::numeric * 10000 > (
    select coalesce(sum(o.usdc_units), 0) from ${oddRefundTransfers} o join ${refunds} r on r.id = o.refund_id
    where r.dispute_id = ${disputes.id} and o.problem = 'short'
  )
)`;
