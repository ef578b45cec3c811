import { accountStatuses } from "@hearth/domain/auth/roles";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { sql } from "drizzle-orm";
import { type AnyPgColumn, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

/**
 * One business that is paid through Hearth. `ownerUserId` alone says whose it is. Where its money goes is a payee (its own table),
 * because that changes over time and each checkout keeps the one it was made with.
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
    /** IANA name; months and days of this merchant's figures follow it. */
    timeZone: text("time_zone").notNull().default("America/New_York"),
    /** What the name looks like, so that two that can be confused are equal; empty in rows that are older than the question. */
    nameSkeleton: text("name_skeleton").notNull().default(""),
    /** Since when it waits for an administrator, and the business that its name can be taken for. */
    heldAt: instant("held_at"),
    lookAlikeId: uuid("look_alike_id").references((): AnyPgColumn => merchants.id),
    /** When an administrator has looked at it, and who; with a reason where it was refused. */
    reviewedAt: instant("reviewed_at"),
    reviewedBy: uuid("reviewed_by").references((): AnyPgColumn => users.id),
    refusalReason: text("refusal_reason"),
    createdAt: createdAt(),
    /** When its owner closed their account and it with it, for good; its name and address stay for the receipts that name them. */
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
    // PostgreSQL itself must read it, since it is asked for the days of a zone. It takes abbreviations and offsets too, which JavaScript reads otherwise.
    check(
      "merchants_time_zone_known",
      sql`(${table.timeZone} = 'UTC' or ${table.timeZone} like '%/%') and timezone(${table.timeZone}, '2000-01-01T00:00:00Z'::timestamptz) is not null`,
    ),
    check("merchants_status_known", sql`${table.status} in ('active', 'inactive', 'suspended')`),
  ],
);
