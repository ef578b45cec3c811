import { sql } from "drizzle-orm";
import { check, pgTable, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { blockNumber, hex, instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

/**
 * A wallet from which a merchant sends refunds, proven by its signature, and to which the merchant is not paid. An exchange pays out of its
 * own wallets, so a merchant who is paid at an exchange needs one. Transfers from it count for the merchant's refunds; transfers to it are
 * not read.
 */
export const refundWallets = pgTable(
  "refund_wallets",
  {
    id: primaryId(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** Checksummed. */
    address: hex("address").notNull(),
    provenAt: instant("proven_at").notNull(),
    provenBy: uuid("proven_by")
      .notNull()
      .references(() => users.id),
    /** The first block from which transfers without a reference may be for a refund. */
    provenFromBlock: blockNumber("proven_from_block").notNull(),
  },
  (table) => [
    uniqueIndex("refund_wallets_address_key").on(table.merchantId, sql`lower(${table.address})`),
    check("refund_wallets_address_shape", sql`${table.address} ~ '^0x[0-9a-fA-F]{40}$'`),
  ],
);
