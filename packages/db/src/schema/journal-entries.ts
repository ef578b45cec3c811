import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { blockNumber, hex, instant, usdcUnits } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { payments } from "./payments.ts";
import { refunds } from "./refunds.ts";
import { transfers } from "./transfers.ts";

/**
 * What was decided about money: it came in (`received`, or `dust` below what is kept as a transfer), it was counted for a payment
 * (`credited`, taken back by `uncredited`), it went out (`sent`), what went out was money that had come in and went back, of a payment to
 * its payer or of a transfer to its sender (`returned`, taken back by `unreturned`), and the block of all that left the chain (`reversed`).
 */
export const postingKinds = ["received", "dust", "credited", "uncredited", "sent", "returned", "unreturned", "reversed"] as const;

/**
 * Where units stand. `wallet`: what the chain moved, in above and out below zero. Against it `unmatched`: came in for no payment and
 * did not go back;
 * `payment`: credited to that payment, below zero; `returned`: went back to the payer of that payment; `sent`: went out for anything
 * else; `dust`: came in below what is kept.
 */
export const journalAccounts = ["wallet", "unmatched", "payment", "returned", "sent", "dust"] as const;

/**
 * One line of the journal: units of USDC that were moved into an account (above zero) or out of it, when that was decided. The lines of a
 * posting add up to nothing, by trigger; nothing is ever changed or removed, by trigger. Per wallet and block the account `wallet` is what
 * the chain's logs add up to. What is not kept as a transfer has one posting for its wallet and block.
 */
export const journalEntries = pgTable(
  "journal_entries",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    postingId: uuid("posting_id").notNull(),
    kind: text("kind", { enum: postingKinds }).notNull(),
    account: text("account", { enum: journalAccounts }).notNull(),
    chainId: integer("chain_id").notNull(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** The payout wallet that the money came to or left. */
    walletAddress: hex("wallet_address").notNull(),
    transferId: uuid("transfer_id").references(() => transfers.id),
    paymentId: uuid("payment_id").references(() => payments.id),
    refundId: uuid("refund_id").references(() => refunds.id),
    units: usdcUnits("units").notNull(),
    blockNumber: blockNumber("block_number").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    index("journal_entries_transfer_idx")
      .on(table.transferId)
      .where(sql`${table.transferId} is not null`),
    // With the units, so that a payment's figures are added up from the index alone.
    index("journal_entries_payment_idx")
      .on(table.paymentId, table.account, table.units)
      .where(sql`${table.paymentId} is not null`),
    index("journal_entries_merchant_idx").on(table.merchantId, table.account, table.at, table.units),
    index("journal_entries_wallet_idx")
      .on(sql`lower(${table.walletAddress})`, table.blockNumber, table.units)
      .where(sql`${table.account} = 'wallet'`),
    index("journal_entries_unkept_idx")
      .on(table.chainId, table.blockNumber)
      .where(sql`${table.transferId} is null`),
    check("journal_entries_payment_account", sql`(${table.account} in ('payment', 'returned')) = (${table.paymentId} is not null)`),
    check("journal_entries_units_not_zero", sql`${table.units} <> 0`),
  ],
);
