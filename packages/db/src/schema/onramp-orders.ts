import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId } from "../columns.ts";
import { payments } from "./payments.ts";
import { topUps } from "./top-ups.ts";

export const onrampOrderStates = ["pending", "unheard", "inProgress", "succeeded", "failed", "noSession"] as const;

/**
 * One attempt to pay a payment by buying USDC at the onramp, which sends it straight to the payee. `userRef` is its name at the provider and
 * fresh for each attempt, so that what the provider says of it is about this payment and no other. The state is the provider's word
 * (`pending` while nobody has paid there, `unheard` while it could not be asked and none of a purchase was known, `noSession` where it could not even be begun); money is what the chain shows. `boundAt` is when the transfer it named became this payment's.
 */
export const onrampOrders = pgTable(
  "onramp_orders",
  {
    id: primaryId(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    /** The top-up whose checkout it was made in; null for the payment's own. */
    topUpId: uuid("top_up_id"),
    userRef: text("user_ref").notNull(),
    state: text("state", { enum: onrampOrderStates }).notNull().default("pending"),
    txHash: hex("tx_hash"),
    createdAt: createdAt(),
    /** When the provider is asked again; null when there is nothing left to ask. */
    nextLookAt: instant("next_look_at"),
    boundAt: instant("bound_at"),
  },
  (table) => [
    uniqueIndex("onramp_orders_user_ref_key").on(table.userRef),
    index("onramp_orders_payment_idx").on(table.paymentId),
    // Orders that name the transaction of a transfer.
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
