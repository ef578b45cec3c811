import { type SQL, sql } from "drizzle-orm";
import { refunds } from "./schema/refunds.ts";
import { transfers } from "./schema/transfers.ts";

/** `isGoingBack` for a query that reads `transfers` under another name. */
export const isGoingBackAs = (transfer: SQL) => sql<boolean>`exists (
  select from ${refunds} r where r.source_transfer_id = ${transfer}.id and (r.status <> 'cancelled' or exists (
    select from ${transfers} g where g.refund_id = r.id and g.orphaned_at is null and g.sender_merchant_id is not null
      and coalesce(g.refund_problem, '') not in ('foreignWallet', 'wrongAddress')
  ))
)`;

/**
 * Whether a transfer's money goes back to its sender, or went back, wholly or in part: sending it back was begun and not given up, or money for
 * that was seen. It is then no money for a payment, and whoever matches leaves it alone. For queries that read `transfers`.
 */
export const isGoingBack = isGoingBackAs(sql`${transfers}`);
