import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId } from "../columns.ts";
import { payments } from "./payments.ts";
import { topUps } from "./top-ups.ts";

export const onrampOrderStates = ["pending", "unheard", "inProgress", "succeeded", "failed", "noSession"] as const;

/**
 * An attempt to pay a payment by buying USDC at the onramp, which sends it straight to the payee. `userRef` is its name at the provider
 * and new for each attempt, so the provider's answers are about this payment only. Only transfers on the chain count as money. `boundAt` is
 * when the transfer it named was assigned to this payment.
 *
 * The state is the provider's report:
 *
 * - `pending`: nobody has paid there;
 * - `unheard`: the provider could not be asked, and no purchase was known;
 * - `inProgress`, `succeeded`, `failed`: the purchase's own state;
 * - `noSession`: the purchase could not be started.
 */
export const onrampOrders = pgTable(
  "onramp_orders",
  {
    id: primaryId(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    /** The top-up whose checkout made it; null for the payment's own. */
    topUpId: uuid("top_up_id"),
    userRef: text("user_ref").notNull(),
    state: text("state", { enum: onrampOrderStates }).notNull().default("pending"),
    txHash: hex("tx_hash"),
    createdAt: createdAt(),
    /** When to ask the provider again; null when there is nothing left to ask. */
    nextLookAt: instant("next_look_at"),
    boundAt: instant("bound_at"),
  },
  (table) => [
    uniqueIndex("onramp_orders_user_ref_key").on(table.userRef),
    index("onramp_orders_payment_idx").on(table.paymentId),
    // Finds the orders that name a transfer's transaction.
    index("onramp_orders_hash_idx")
      .on(sql`lower(${table.txHash})`)
      .where(sql`${table.txHash} is not null`),
    index("onramp_orders_due_idx")
      .on(table.nextLookAt)
      .where(sql`${table.nextLookAt} is not null`),
    foreignKey({
      name: "onramp_orders_top_up_fk",
      columns: [table.topUpId, table.paymentId],
      foreignColumns: [topUps.id, topUps.paymentId],
    }),
    check("onramp_orders_bound_has_transfer", sql`${table.boundAt} is null or ${table.txHash} is not null`),
  ],
);
