import { sql } from "drizzle-orm";
import { onrampOrders } from "./schema/onramp-orders.ts";
import { payments } from "./schema/payments.ts";
import { transfers } from "./schema/transfers.ts";
import { unitsOfCents } from "./usdc.ts";

/**
 * Whether money has reached the payee that may be an onramp order's of a payment: its exact amount, since the order, without any other owner,
 * while the provider has not said which money is the order's. It proves nothing, and is reason enough to wait. For queries that read `payments`.
 */
export const hasMoneyForOrder = sql<boolean>`exists (
  select from ${onrampOrders} o join ${transfers} t on t.chain_id = ${payments.chainId}
    and lower(t.to_address) = lower(${payments.payeeAddress}) and t.usdc_units = ${unitsOfCents(payments.amountCents)}
    and t.verdict = 'unmatched' and t.binding is null and t.orphaned_at is null and t.set_aside_at is null
    and t.block_time >= date_trunc('second', o.created_at)
  where o.payment_id = ${payments.id} and o.state in ('unheard', 'inProgress') and o.bound_at is null and o.next_look_at is not null
)`;

/**
 * Whether a payment's money is with the payee though it is not completed: seen for it and not deep enough yet, or probably an onramp order's.
 * For queries that read `payments`; looks at nothing for a completed one.
 */
export const hasArrived = sql<boolean>`(case when ${payments.status} = 'completed' then false else exists (
  select from ${transfers} t where t.payment_id = ${payments.id} and t.verdict = 'matched' and t.orphaned_at is null
) or ${hasMoneyForOrder} end)`;
