import type { RecordDocument } from "@hearth/domain/records/signed-record";
import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { leases } from "./leases.ts";
import { users } from "./users.ts";

/**
 * A tenant's signed record of what they paid under a lease, and the link by which others read it. The signed content never changes. When
 * the link is withdrawn, it stops working and its document is deleted, by check.
 */
export const rentRecords = pgTable(
  "rent_records",
  {
    id: primaryId(),
    leaseId: uuid("lease_id")
      .notNull()
      .references(() => leases.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** The secret in its link: 32 random bytes as hex. */
    reference: text("reference").notNull(),
    fromDay: date("from_day").notNull(),
    toDay: date("to_day").notNull(),
    chargeCount: integer("charge_count").notNull(),
    document: jsonb("document").$type<RecordDocument>(),
    createdAt: createdAt(),
    withdrawnAt: instant("withdrawn_at"),
  },
  (table) => [
    uniqueIndex("rent_records_reference_key").on(table.reference),
    index("rent_records_user_idx").on(table.userId, table.leaseId, table.id),
    check("rent_records_days_in_order", sql`${table.fromDay} <= ${table.toDay}`),
    check("rent_records_shown_until_withdrawn", sql`(${table.document} is null) = (${table.withdrawnAt} is not null)`),
    check("rent_records_reference_shape", sql`${table.reference} ~ '^[0-9a-f]{64}$'`),
  ],
);
