import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, instant, primaryId, usdcUnits } from "../columns.ts";
import { payments } from "./payments.ts";
import { refunds } from "./refunds.ts";
import { relayTransactions } from "./relay-transactions.ts";
import { topUps } from "./top-ups.ts";
import { users } from "./users.ts";

export const relayStatuses = ["queued", "sent", "mined", "failed"] as const;
export type RelayStatus = (typeof relayStatuses)[number];

/**
 * A signed authorization that the relayer submits to the chain: of a payment, of money that its owner sends out of a passkey wallet, or of a
 * refund from one. At most one that has not failed per checkout of a payment or of a top-up, and per refund, by index. A mined one still blocks another, because its money may not be read yet. Mined proves nothing about the payment: only the watcher's
 * own reading does.
 *
 * States: queued -> sent -> mined | failed. It is queued again if its transaction was lost or reverted, if only this authorization failed
 * within it, or if its block left the chain.
 */
export const relays = pgTable(
  "relays",
  {
    id: primaryId(),
    /** Null for a send and for a refund. */
    paymentId: uuid("payment_id").references(() => payments.id),
    /** The account that sends money out of its passkey wallet; null for a payment and for a refund. */
    senderId: uuid("sender_id").references(() => users.id),
    /** The refund that it sends; null for a payment and for a send. Its nonce is the refund's binding. */
    refundId: uuid("refund_id").references(() => refunds.id),
    /** The top-up whose checkout made it; null for the payment's own. */
    topUpId: uuid("top_up_id"),
    chainId: integer("chain_id").notNull(),
    fromAddress: hex("from_address").notNull(),
    toAddress: hex("to_address").notNull(),
    usdcUnits: usdcUnits("usdc_units").notNull(),
    validAfter: bigint("valid_after", { mode: "number" }).notNull(),
    validBefore: bigint("valid_before", { mode: "number" }).notNull(),
    nonce: hex("nonce").notNull(),
    /** The payer's signature; `0x` once it has failed, so that nobody who reads the row can use it. */
    signature: hex("signature").notNull(),
    status: text("status", { enum: relayStatuses }).notNull().default("queued"),
    relayerAddress: hex("relayer_address").notNull(),
    /** Maximum number of authorizations in one transaction with it, itself included. */
    mostTogether: integer("most_together").notNull().default(1),
    /** The transaction that carries it, or carried it last; null before the first. */
    transactionId: uuid("transaction_id").references(() => relayTransactions.id),
    failure: text("failure"),
    createdAt: createdAt(),
    /** While it is queued: since when it has had its place. */
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("relays_one_living_key")
      .on(table.paymentId, sql`coalesce(${table.topUpId}, ${table.paymentId})`)
      .where(sql`${table.status} <> 'failed'`),
    index("relays_queue_idx")
      .on(table.chainId, table.relayerAddress, table.updatedAt, table.id, table.mostTogether)
      .where(sql`${table.status} = 'queued'`),
    index("relays_transaction_idx")
      .on(table.transactionId)
      .where(sql`${table.status} = 'sent'`),
    // Rows that failed before signatures were erased, or in a process of the previous version.
    index("relays_unerased_idx")
      .on(table.id)
      .where(sql`${table.status} = 'failed' and ${table.signature} <> '0x'`),
    index("relays_payment_idx").on(table.paymentId, table.id),
    index("relays_sender_idx")
      .on(table.senderId, table.id)
      .where(sql`${table.senderId} is not null`),
    index("relays_refund_idx")
      .on(table.refundId, table.id)
      .where(sql`${table.refundId} is not null`),
    uniqueIndex("relays_one_living_of_refund_key")
      .on(table.refundId)
      .where(sql`${table.refundId} is not null and ${table.status} <> 'failed'`),
    // Two tabs that send the same signature send it once.
    uniqueIndex("relays_sent_nonce_key")
      .on(table.chainId, table.fromAddress, table.nonce)
      .where(sql`${table.senderId} is not null`),
    // Mined authorizations that could still be sent again. All others are history.
    index("relays_mined_idx")
      .on(table.validBefore)
      .where(sql`${table.status} = 'mined'`),
    foreignKey({
      name: "relays_top_up_fk",
      columns: [table.topUpId, table.paymentId],
      foreignColumns: [topUps.id, topUps.paymentId],
    }),
    check("relays_one_purpose", sql`num_nonnulls(${table.paymentId}, ${table.senderId}, ${table.refundId}) = 1`),
    check("relays_sent_has_transaction", sql`${table.status} not in ('sent', 'mined') or ${table.transactionId} is not null`),
  ],
);
