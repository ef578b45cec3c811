import { type SQL, sql } from "drizzle-orm";
import { refunds } from "./schema/refunds.ts";
import { transfers } from "./schema/transfers.ts";

/**
 * `isBeingReturned` for a query that reads `transfers` under an alias. OFFSET 0 makes PostgreSQL look up each transfer by an index. In the plan for unknown values it read
 * all transfers once instead.
 */
export const isBeingReturnedAs = (transfer: SQL) => sql<boolean>`exists (
  select from ${refunds} r where r.source_transfer_id = ${transfer}.id and (r.status <> 'cancelled' or exists (
    select from ${transfers} g where g.refund_id = r.id and g.orphaned_at is null and g.sender_merchant_id is not null
      and coalesce(g.refund_problem, '') not in ('foreignWallet', 'wrongAddress') offset 0
  )) offset 0
)`;

/**
 * True if a transfer's money is being sent back to its sender, or was, in whole or in part. That is so if a refund of it was started and
 * not cancelled, or the refund's money was seen. Such a transfer must not be matched to a payment. For queries that read `transfers`.
 */
export const isBeingReturned = isBeingReturnedAs(sql`${transfers}`);
