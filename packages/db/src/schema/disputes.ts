import { disputeResults, disputeStatuses } from "@hearth/domain/disputes/status";
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { payments } from "./payments.ts";
import { users } from "./users.ts";

/**
 * One complaint about one completed payment. At most one open dispute per payment, by index. Closed exactly when it has a result;
 * cancelling is closing as denied with the reason 'Cancelled by user'. Its history is in dispute_events.
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
    amountCents: integer("amount_cents").notNull(),
    reason: text("reason").notNull(),
    description: text("description"),
    notes: text("notes"),
    status: text("status", { enum: disputeStatuses }).notNull().default("open"),
    result: text("result", { enum: disputeResults }),
    resultReason: text("result_reason"),
    chargebackCents: integer("chargeback_cents"),
    resolvedAt: instant("resolved_at"),
    resolvedBy: uuid("resolved_by").references(() => users.id),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("disputes_code_key").on(table.code),
    uniqueIndex("disputes_one_open_key")
      .on(table.paymentId)
      .where(sql`${table.status} <> 'closed'`),
    index("disputes_payment_idx").on(table.paymentId, table.createdAt),
    index("disputes_created_idx").on(table.createdAt, table.id),
    check("disputes_status_known", sql`${table.status} in ('open', 'closed', 'resolved', 'escalated')`),
    check("disputes_result_known", sql`${table.result} in ('chargedBack', 'denied')`),
    check("disputes_closed_has_time", sql`${table.status} <> 'closed' or ${table.resolvedAt} is not null`),
    check("disputes_amount_positive", sql`${table.amountCents} > 0`),
    check("disputes_closed_has_result", sql`(${table.status} = 'closed') = (${table.result} is not null)`),
    check(
      "disputes_chargeback_range",
      sql`${table.chargebackCents} is null or ${table.chargebackCents} between 0 and ${table.amountCents}`,
    ),
  ],
);
