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
 * Whether money has reached the payee that may be an onramp order's of a payment: its exact amount, since the order, without any other owner,
 * while the provider has not said which money is the order's. It proves nothing, and is reason enough to wait. For queries that read `payments`.
 */
export const hasMoneyForOrder = moneyForOrder(payments.amountCents, sql`o.top_up_id is null`);

/**
 * Whether money has reached the payee that may be of an onramp order made at a top-up's checkout, with what the top-up asks for. For queries that
 * read `payments` and `top_ups`.
 */
export const hasMoneyForTopUpsOrder = moneyForOrder(topUps.amountCents, sql`o.top_up_id = ${topUps.id}`);

/**
 * Whether a payment's money is with the payee though it is not completed: all of it seen and not deep enough yet, or probably an onramp order's.
 * For queries that read `payments`; looks at nothing for a completed one. The first is no `exists`, which in a list PostgreSQL may answer by
 * reading every transfer there is.
 */
export const hasArrived = sql<boolean>`(case when ${payments.status} = 'completed' then false else coalesce((
  select true from ${transfers} t where t.payment_id = ${payments.id} and t.verdict in ('matched', 'part') and t.orphaned_at is null limit 1
), ${hasMoneyForOrder}) end)`;
