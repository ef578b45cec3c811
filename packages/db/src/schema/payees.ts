import { sql } from "drizzle-orm";
import { check, index, pgTable, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { blockNumber, createdAt, hex, instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";

/**
 * A payout wallet of a merchant, one row per version. Setting another wallet ends the row and begins the next, so a checkout keeps the
 * payee it was made with. At most one current payee per merchant, and one merchant per current address, by index. Ended payees are still
 * watched: proven ones for all transfers, unproven ones for transfers with a reference.
 */
export const payees = pgTable(
  "payees",
  {
    id: primaryId(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** Checksummed. */
    address: hex("address").notNull(),
    /**
     * When a signature, or the exchange of the owner's linked account, proved that the wallet is the merchant's; null if it was only typed
     * in.
     */
    provenAt: instant("proven_at"),
    /** The first block whose transfers can be the merchant's. Earlier transfers to the address are ignored. */
    watchedFromBlock: blockNumber("watched_from_block")
      .notNull()
      .default(sql`0`),
    /** The first block from which every transfer is the merchant's, not only those with a reference; null while unproven. */
    provenFromBlock: blockNumber("proven_from_block"),
    /**
     * The next block to read again for transfers with a reference. The wallet was unproven at that block, so the watcher may have skipped
     * them. Null if no block is left to read.
     */
    catchUpBlock: blockNumber("catch_up_block"),
    createdAt: createdAt(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("payees_current_key")
      .on(table.merchantId)
      .where(sql`${table.endedAt} is null`),
    uniqueIndex("payees_current_address_key")
      .on(sql`lower(${table.address})`)
      .where(sql`${table.endedAt} is null`),
    index("payees_address_idx").on(sql`lower(${table.address})`),
    index("payees_catch_up_idx")
      .on(table.catchUpBlock)
      .where(sql`${table.catchUpBlock} is not null`),
    check("payees_catch_up_before_proof", sql`${table.catchUpBlock} is null or ${table.catchUpBlock} < ${table.provenFromBlock}`),
    check("payees_proven_from_block", sql`(${table.provenAt} is null) = (${table.provenFromBlock} is null)`),
    check("payees_proven_while_watched", sql`${table.provenFromBlock} >= ${table.watchedFromBlock}`),
    check("payees_address_shape", sql`${table.address} ~ '^0x[0-9a-fA-F]{40}$'`),
  ],
);
