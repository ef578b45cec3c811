import { sql } from "drizzle-orm";
import { boolean, check, index, pgTable, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { hex, instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

/**
 * A pending change of a merchant's payout wallet that the present one did not sign. It is delayed, because somebody who knows the password
 * could ask for it: the owner has until `takesEffectAt` to stop it. At most one per merchant is pending, by index. It ends once, by a check.
 *
 * States: waiting -> applied | stopped, each by a guarded UPDATE.
 */
export const payeeChanges = pgTable(
  "payee_changes",
  {
    id: primaryId(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** The new wallet, checksummed. */
    address: hex("address").notNull(),
    /** The owner or an administrator. */
    requestedBy: uuid("requested_by")
      .notNull()
      .references(() => users.id),
    requestedAt: instant("requested_at").notNull(),
    takesEffectAt: instant("takes_effect_at").notNull(),
    /** True if the new wallet signed that it belongs to the owner. It is proven once the change takes effect. */
    isProven: boolean("is_proven").notNull().default(false),
    appliedAt: instant("applied_at"),
    stoppedAt: instant("stopped_at"),
    /** Null if the product stopped it, because the address had become another merchant's. */
    stoppedBy: uuid("stopped_by").references(() => users.id),
  },
  (table) => [
    uniqueIndex("payee_changes_waiting_key")
      .on(table.merchantId)
      .where(sql`${table.appliedAt} is null and ${table.stoppedAt} is null`),
    index("payee_changes_due_idx")
      .on(table.takesEffectAt)
      .where(sql`${table.appliedAt} is null and ${table.stoppedAt} is null`),
    check("payee_changes_end_once", sql`${table.appliedAt} is null or ${table.stoppedAt} is null`),
    check("payee_changes_stopped_by_when_stopped", sql`${table.stoppedBy} is null or ${table.stoppedAt} is not null`),
    check("payee_changes_address_shape", sql`${table.address} ~ '^0x[0-9a-fA-F]{40}$'`),
  ],
);
