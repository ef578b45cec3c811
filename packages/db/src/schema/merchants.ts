import { accountStatuses } from "@hearth/domain/auth/roles";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

/**
 * A business that is paid through Hearth. Only `ownerUserId` determines its owner. Its wallet is a payee (a table of its own), because it
 * changes over time and each checkout keeps the wallet it was made with.
 */
export const merchants = pgTable(
  "merchants",
  {
    id: primaryId(),
    ownerUserId: uuid("owner_user_id")
      .notNull()
      .references((): AnyPgColumn => users.id),
    name: text("name").notNull(),
    businessType: text("business_type", { enum: businessTypes }).notNull(),
    contactName: text("contact_name").notNull(),
    email: text("email").notNull(),
    phoneNumber: text("phone_number").notNull(),
    /** One string: street, city, state zip, country. */
    address: text("address").notNull(),
    description: text("description").notNull().default(""),
    status: text("status", { enum: accountStatuses }).notNull().default("active"),
    /** IANA time zone of this merchant's days and months. */
    timeZone: text("time_zone").notNull().default("America/New_York"),
    /** Skeleton of the name: equal for names that look alike. Empty in older rows. */
    nameSkeleton: text("name_skeleton").notNull().default(""),
    /** Since when it waits for an administrator's review, and the business that its name resembles. */
    heldAt: instant("held_at"),
    lookAlikeId: uuid("look_alike_id").references((): AnyPgColumn => merchants.id),
    /** When an administrator reviewed it, and who. If it was refused, with a reason. */
    reviewedAt: instant("reviewed_at"),
    reviewedBy: uuid("reviewed_by").references((): AnyPgColumn => users.id),
    refusalReason: text("refusal_reason"),
    /** Counts the closed and reopened months of its books, so that one of two concurrent changes is refused. */
    booksVersion: integer("books_version").notNull().default(0),
    createdAt: createdAt(),
    /** When its owner closed their account and the business with it, for good. Name and address stay for the receipts that name them. */
    closedAt: instant("closed_at"),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("merchants_owner_key").on(table.ownerUserId),
    index("merchants_created_idx").on(table.createdAt, table.id),
    index("merchants_name_idx").on(table.name, table.id),
    index("merchants_words_idx").using(
      "gin",
      sql`search_text(${table.name} || ' ' || ${table.contactName} || ' ' || ${table.email}) gin_trgm_ops`,
    ),
    index("merchants_skeleton_idx").on(table.nameSkeleton),
    index("merchants_held_idx")
      .on(table.heldAt)
      .where(sql`${table.heldAt} is not null`),
    check("merchants_closed_inactive", sql`${table.closedAt} is null or ${table.status} = 'inactive'`),
    check("merchants_held_for_somebody", sql`(${table.heldAt} is null) or (${table.lookAlikeId} is not null)`),
    check("merchants_refused_by_somebody", sql`(${table.refusalReason} is null) or (${table.reviewedAt} is not null)`),
    // PostgreSQL must know the zone, because queries compute days in it. PostgreSQL also accepts abbreviations and offsets, which
    // JavaScript reads differently.
    check(
      "merchants_time_zone_known",
      sql`(${table.timeZone} = 'UTC' or ${table.timeZone} like '%/%') and timezone(${table.timeZone}, '2000-01-01T00:00:00Z'::timestamptz) is not null`,
    ),
    check("merchants_status_known", sql`${table.status} in ('active', 'inactive', 'suspended')`),
  ],
);
