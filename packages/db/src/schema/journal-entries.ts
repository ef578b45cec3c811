import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { blockNumber, hex, instant, usdcUnits } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { payments } from "./payments.ts";
import { refunds } from "./refunds.ts";
import { transfers } from "./transfers.ts";

/**
 * Kinds of postings:
 *
 * - `received`: money came in, or `dust` if it is too small to be stored as a transfer;
 * - `credited`: it was counted for a payment; `uncredited` reverses that;
 * - `sent`: money went out;
 * - `returned`: money that went out returned money of a payment to its payer, or of a transfer to its sender; `unreturned` reverses that;
 * - `reversed`: the block of all that left the chain.
 */
export const postingKinds = ["received", "dust", "credited", "uncredited", "sent", "returned", "unreturned", "reversed"] as const;

/**
 * Accounts. `wallet` has the movements on the chain, in above and out below zero. Its counter-accounts are:
 *
 * - `unmatched`: received for no payment and not returned;
 * - `payment`: credited to that payment, below zero;
 * - `returned`: returned to the payer of that payment;
 * - `sent`: sent for anything else;
 * - `dust`: received below the stored minimum.
 */
export const journalAccounts = ["wallet", "unmatched", "payment", "returned", "sent", "dust"] as const;

/**
 * One line of the journal: units of USDC that a decision moved into an account (above zero) or out of it. The lines of a posting add up to
 * zero, and rows are never changed or removed, both by trigger. Per wallet and block, the account `wallet` equals the sum of the chain's
 * logs. Amounts not stored as transfers have one posting per wallet and block.
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
    /** The payout wallet that received or sent the money. */
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
    // Includes the units, so that a payment's figures are summed from the index alone.
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
