import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId, usdcUnits } from "../columns.ts";
import { payments } from "./payments.ts";
import { topUps } from "./top-ups.ts";

export const relayStatuses = ["queued", "sent", "mined", "failed"] as const;
export type RelayStatus = (typeof relayStatuses)[number];

/**
 * One signed authorization that the relayer brings to the chain. At most one that has not failed per checkout of a payment, its own or a
 * top-up's, and at most one sent and not yet mined per relayer key, both by index; a mined one still stands in the way of another, since its
 * money may not be read yet. The signed transaction is stored before it is sent, so that a killed process sends the same one again. States:
 * queued -> sent -> mined | failed; a replaced or lost transaction stays `sent` with a new hash. Mined proves nothing about the payment: only
 * the watcher's own reading does.
 */
export const relays = pgTable(
  "relays",
  {
    id: primaryId(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    /** The top-up whose checkout it was made in; null for the payment's own. */
    topUpId: uuid("top_up_id"),
    chainId: integer("chain_id").notNull(),
    fromAddress: hex("from_address").notNull(),
    toAddress: hex("to_address").notNull(),
    usdcUnits: usdcUnits("usdc_units").notNull(),
    validAfter: bigint("valid_after", { mode: "number" }).notNull(),
    validBefore: bigint("valid_before", { mode: "number" }).notNull(),
    nonce: hex("nonce").notNull(),
    signature: hex("signature").notNull(),
    status: text("status", { enum: relayStatuses }).notNull().default("queued"),
    relayerAddress: hex("relayer_address").notNull(),
    accountNonce: integer("account_nonce"),
    rawTransaction: hex("raw_transaction"),
    txHash: hex("tx_hash"),
    /** Wei per gas of the stored transaction, so that a replacement can outbid it. */
    maxFeePerGas: usdcUnits("max_fee_per_gas"),
    attempts: integer("attempts").notNull().default(0),
    failure: text("failure"),
    createdAt: createdAt(),
    sentAt: instant("sent_at"),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("relays_one_living_key")
      .on(table.paymentId, sql`coalesce(${table.topUpId}, ${table.paymentId})`)
      .where(sql`${table.status} <> 'failed'`),
    uniqueIndex("relays_one_in_flight_key")
      .on(table.chainId, table.relayerAddress)
      .where(sql`${table.status} = 'sent'`),
    index("relays_queue_idx")
      .on(table.createdAt)
      .where(sql`${table.status} in ('queued', 'sent')`),
    index("relays_payment_idx").on(table.paymentId, table.id),
    // The mined ones that could still be sent again; all others are history.
    index("relays_mined_idx")
      .on(table.validBefore)
      .where(sql`${table.status} = 'mined'`),
    foreignKey({
      name: "relays_top_up_fk",
      columns: [table.topUpId, table.paymentId],
      foreignColumns: [topUps.id, topUps.paymentId],
    }),
    check("relays_sent_has_transaction", sql`${table.status} not in ('sent', 'mined') or ${table.rawTransaction} is not null`),
  ],
);
