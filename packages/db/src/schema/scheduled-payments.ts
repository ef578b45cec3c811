import { scheduledPaymentStatuses, scheduledPaymentTroubles, voidReasons } from "@hearth/domain/autopay/scheduled-payments";
import { sql } from "drizzle-orm";
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { blockNumber, createdAt, hex, instant, primaryId } from "../columns.ts";
import { leases } from "./leases.ts";
import { payees } from "./payees.ts";
import { payments } from "./payments.ts";
import { users } from "./users.ts";

/**
 * A scheduled payment: a payer's signature, requested or given, that pays one month's rent of a lease on its day. It is an EIP-3009
 * authorization of the exact amount to the landlord's wallet, valid from the due day to the end of the grace period. A bill has at most one
 * that will pay it, by index. A check ensures that the encrypted signature is stored exactly while it may be needed. Signing the same terms
 * again finds the same row, so the nonce is the same.
 */
export const scheduledPayments = pgTable(
  "cheques",
  {
    id: primaryId(),
    leaseId: uuid("lease_id")
      .notNull()
      .references(() => leases.id),
    /** The first day of the month whose rent it pays. */
    period: date("period").notNull(),
    payerId: uuid("payer_id")
      .notNull()
      .references(() => users.id),
    fromAddress: hex("from_address").notNull(),
    payeeId: uuid("payee_id")
      .notNull()
      .references(() => payees.id),
    toAddress: hex("to_address").notNull(),
    cents: integer("cents").notNull(),
    dueOn: date("due_on").notNull(),
    /** Unix seconds, both exclusive. */
    validAfter: bigint("valid_after", { mode: "number" }).notNull(),
    validBefore: bigint("valid_before", { mode: "number" }).notNull(),
    chainId: integer("chain_id").notNull(),
    tokenAddress: hex("token_address").notNull(),
    /** 32 random bytes that make the commitment impossible to guess. */
    salt: hex("salt").notNull(),
    /** The commitment to the terms, and the reference of the future payment. */
    reference: text("reference").notNull(),
    /** The authorization's nonce. */
    binding: hex("binding").notNull(),
    encryptedSignature: text("encrypted_signature"),
    status: text("status", { enum: scheduledPaymentStatuses }).notNull().default("asked"),
    voidReason: text("void_reason", { enum: voidReasons }),
    /** The reason for which USDC would refuse it, as of the last check. */
    trouble: text("trouble", { enum: scheduledPaymentTroubles }),
    paymentId: uuid("payment_id").references(() => payments.id),
    /** The next time that a job must send it or check its result. */
    nextLookAt: instant("next_look_at"),
    /** The next time to check whether USDC would accept it. */
    nextCheckAt: instant("next_check_at"),
    /** A final block at which the nonce was unused. Its later use or cancellation is looked for in the logs after this block. */
    unusedBlock: blockNumber("unused_block"),
    /** The last block of the logs searched for that; null while no search runs. */
    searchedBlock: blockNumber("searched_block"),
    /** When it was last signed. Somebody who kept a copy of that signature could use it while it is valid. */
    signedAt: instant("signed_at"),
    /** When its payer was notified that it is about to be paid. */
    toldAt: instant("told_at"),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("cheques_reference_key").on(table.reference),
    uniqueIndex("cheques_payment_key").on(table.paymentId),
    uniqueIndex("cheques_live_key")
      .on(table.leaseId, table.period)
      .where(sql`${table.status} in ('ready', 'sent')`),
    index("cheques_payer_idx").on(table.payerId, table.leaseId, table.period),
    index("cheques_lease_idx").on(table.leaseId, table.period),
    index("cheques_look_idx")
      .on(table.nextLookAt, table.id)
      .where(sql`${table.nextLookAt} is not null`),
    index("cheques_check_idx")
      .on(table.nextCheckAt, table.id)
      .where(sql`${table.nextCheckAt} is not null`),
    check("cheques_amount_range", sql`${table.cents} between 100 and 1000000`),
    check("cheques_window", sql`${table.validAfter} < ${table.validBefore}`),
    check("cheques_period_is_month", sql`extract(day from ${table.period}) = 1`),
    check("cheques_signed_while_live", sql`(${table.encryptedSignature} is not null) = (${table.status} in ('ready', 'sent'))`),
    check("cheques_looked_at_while_live", sql`(${table.nextLookAt} is not null) = (${table.status} in ('ready', 'sent'))`),
    check("cheques_checked_while_ready", sql`${table.nextCheckAt} is null or ${table.status} = 'ready'`),
    check("cheques_sent_has_payment", sql`${table.status} not in ('sent', 'paid') or ${table.paymentId} is not null`),
    check("cheques_void_has_reason", sql`(${table.status} = 'void') = (${table.voidReason} is not null)`),
    check("cheques_reference_shape", sql`${table.reference} ~ '^[0-9a-f]{64}$'`),
    check(
      "cheques_status_known",
      sql`${table.status} in ('asked', 'ready', 'sent', 'paid', 'skipped', 'paused', 'stopped', 'void', 'failed')`,
    ),
  ],
);
