import { disputeResults, disputeStatuses } from "@hearth/domain/disputes/status";
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId, usdcUnits } from "../columns.ts";
import { leaseCredits } from "./lease-credits.ts";
import { merchants } from "./merchants.ts";
import { payments } from "./payments.ts";
import { users } from "./users.ts";

/**
 * A complaint about one completed payment. At most one open dispute per payment, by index. Closed exactly when it has a result. Cancelling
 * closes it as denied with the reason 'Cancelled by user'. Its history is in dispute_events.
 */
export const disputes = pgTable(
  "disputes",
  {
    id: primaryId(),
    /** Short code that people can read to each other. */
    code: text("code").notNull(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    /** The payment's merchant, for an index on a merchant's disputes. */
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    amountCents: integer("amount_cents").notNull(),
    reason: text("reason").notNull(),
    description: text("description"),
    notes: text("notes"),
    status: text("status", { enum: disputeStatuses }).notNull().default("open"),
    result: text("result", { enum: disputeResults }),
    resultReason: text("result_reason"),
    chargebackCents: integer("chargeback_cents"),
    resolvedAt: instant("resolved_at"),
    /** Amount that the merchant had freely returned by the time of the decision; null for disputes decided before this was recorded. */
    returnedBeforeUnits: usdcUnits("returned_before_units"),
    /** The credit on the payment's lease that keeps the returned money from being owed again; null if there is none. */
    leaseCreditId: uuid("lease_credit_id").references(() => leaseCredits.id),
    resolvedBy: uuid("resolved_by").references(() => users.id),
    /**
     * When the approved amount was known to have been returned in full, with finality. For other disputes the amount owed is computed at
     * each read.
     */
    settledAt: instant("settled_at"),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("disputes_code_key").on(table.code),
    uniqueIndex("disputes_lease_credit_key")
      .on(table.leaseCreditId)
      .where(sql`${table.leaseCreditId} is not null`),
    uniqueIndex("disputes_one_open_key")
      .on(table.paymentId)
      .where(sql`${table.status} <> 'closed'`),
    index("disputes_payment_idx").on(table.paymentId, table.createdAt),
    index("disputes_created_idx").on(table.createdAt, table.id),
    index("disputes_amount_idx").on(table.amountCents, table.id),
    index("disputes_status_amount_idx").on(table.status, table.amountCents, table.id),
    index("disputes_merchant_idx").on(table.merchantId, table.createdAt, table.id),
    index("disputes_status_idx").on(table.status, table.createdAt, table.id),
    index("disputes_code_search_idx").using("gin", sql`${table.code} gin_trgm_ops`),
    index("disputes_unsettled_idx")
      .on(table.merchantId, table.createdAt)
      .where(sql`${table.result} = 'chargedBack' and ${table.settledAt} is null`),
    index("disputes_open_idx")
      .on(table.merchantId, table.createdAt)
      .where(sql`${table.status} = 'open'`),
    check("disputes_status_known", sql`${table.status} in ('open', 'closed', 'resolved', 'escalated')`),
    check("disputes_result_known", sql`${table.result} in ('chargedBack', 'denied')`),
    check("disputes_closed_has_time", sql`${table.status} <> 'closed' or ${table.resolvedAt} is not null`),
    check("disputes_settled_when_approved", sql`${table.settledAt} is null or ${table.result} = 'chargedBack'`),
    check("disputes_amount_positive", sql`${table.amountCents} > 0`),
    check("disputes_closed_has_result", sql`(${table.status} = 'closed') = (${table.result} is not null)`),
    check(
      "disputes_chargeback_range",
      sql`${table.chargebackCents} is null or ${table.chargebackCents} between 0 and ${table.amountCents}`,
    ),
  ],
);
