import { sql } from "drizzle-orm";
import { onrampOrders } from "./schema/onramp-orders.ts";
import { payments } from "./schema/payments.ts";

/**
 * The onramp's name for the purchase that paid a payment, or for the newest attempt while it is unpaid. Null for a payment made in another
 * way. For queries that read `payments`.
 */
export const onrampSessionId = sql<string | null>`(
  select o.user_ref from ${onrampOrders} o
  where o.payment_id = ${payments.id} and o.state <> 'noSession' and (o.bound_at is not null or ${payments.status} <> 'completed')
  order by o.bound_at nulls last, o.id desc limit 1
)`;
