import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isBlockSince } from "./block-seconds.ts";
import { onrampOrders } from "./schema/onramp-orders.ts";
import { payments } from "./schema/payments.ts";
import { topUps } from "./schema/top-ups.ts";
import { transfers } from "./schema/transfers.ts";
import { unitsOfCents } from "./usdc.ts";

const moneyForOrder = (amountCents: SQLWrapper, isOfCheckout: SQL) => sql<boolean>`exists (
  select from ${onrampOrders} o join ${transfers} t on t.chain_id = ${payments.chainId}
    and lower(t.to_address) = lower(${payments.payeeAddress}) and t.usdc_units = ${unitsOfCents(amountCents)}
    and t.verdict = 'unmatched' and t.binding is null and t.orphaned_at is null and t.set_aside_at is null and t.sent_back_by is null
    and ${isBlockSince(sql`t.block_time`, sql`o.created_at`)}
  where o.payment_id = ${payments.id} and ${isOfCheckout} and o.state in ('unheard', 'inProgress') and o.bound_at is null and o.next_look_at is not null
)`;

/**
 * True if the payee has received money that may belong to an onramp order of the payment. The transfer has the exact amount, came after the
 * order and has no other owner, and the provider has not yet named the order's transfer. It proves nothing, but is reason enough to wait.
 * For queries that read `payments`.
 */
export const hasMoneyForOrder = moneyForOrder(payments.amountCents, sql`o.top_up_id is null`);

/** Like `hasMoneyForOrder`, but for an onramp order made at a top-up's checkout, with the top-up's amount. For queries that read `payments` and `top_ups`. */
export const hasMoneyForTopUpOrder = moneyForOrder(topUps.amountCents, sql`o.top_up_id = ${topUps.id}`);

/**
 * True if the payee has the money of a payment that is not completed: all of it was seen and lacks confirmations, or it is probably an
 * onramp order's. For queries that read `payments`; reads nothing for a completed one. The first part is not an `exists`: in a list,
 * PostgreSQL may answer that by reading every transfer.
 */
export const hasArrived = sql<boolean>`(case when ${payments.status} = 'completed' then false else coalesce((
  select true from ${transfers} t where t.payment_id = ${payments.id} and t.verdict in ('matched', 'part') and t.orphaned_at is null limit 1
), ${hasMoneyForOrder}) end)`;
