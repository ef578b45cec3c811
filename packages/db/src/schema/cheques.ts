import { chequeStatuses, chequeTroubles, voidReasons } from "@hearth/domain/autopay/cheques";
import { sql } from "drizzle-orm";
import { bigint, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { blockNumber, createdAt, hex, instant, primaryId } from "../columns.ts";
import { leases } from "./leases.ts";
import { payees } from "./payees.ts";
import { payments } from "./payments.ts";
import { users } from "./users.ts";

/**
 * A payer's signature, to be given or kept, that pays one month's rent of a lease on its day: an EIP-3009 authorization that holds from the due day to the
 * end of grace, for exactly the amount, to the landlord's wallet. A bill has at most one that will pay it, by index. The signature is there, encrypted,
 * exactly while it may still be needed, by check. The same terms signed again have the same nonce, since their row is found again.
 */
export const cheques = pgTable(
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
    /** Unix seconds, both excluded. */
    validAfter: bigint("valid_after", { mode: "number" }).notNull(),
    validBefore: bigint("valid_before", { mode: "number" }).notNull(),
    chainId: integer("chain_id").notNull(),
    tokenAddress: hex("token_address").notNull(),
    /** What makes the commitment impossible to guess: 32 random bytes. */
    salt: hex("salt").notNull(),
    /** The commitment to the terms, and the reference of the payment that it will be. */
    reference: text("reference").notNull(),
    /** The nonce. */
    binding: hex("binding").notNull(),
    encryptedSignature: text("encrypted_signature"),
    status: text("status", { enum: chequeStatuses }).notNull().default("asked"),
    voidReason: text("void_reason", { enum: voidReasons }),
    /** What the token would refuse it for, as it was last asked. */
    trouble: text("trouble", { enum: chequeTroubles }),
    paymentId: uuid("payment_id").references(() => payments.id),
    /** When a job is to look at it next: to send it, or to see what became of it. */
    nextLookAt: instant("next_look_at"),
    /** When it is next to be asked whether it would be taken. */
    nextCheckAt: instant("next_check_at"),
    /** A final block by which the nonce was not spent; what became of it later is looked for in the logs after this block. */
    unusedBlock: blockNumber("unused_block"),
    /** The block up to which those logs were read; null while nobody looks for one. */
    searchedBlock: blockNumber("searched_block"),
    /** When it was signed last; whoever kept a copy of that signature could use it within its days. */
    signedAt: instant("signed_at"),
    /** When its payer was told that it is about to be paid. */
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
