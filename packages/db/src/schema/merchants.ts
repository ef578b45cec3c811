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
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("merchants_owner_key").on(table.ownerUserId),
    index("merchants_created_idx").on(table.createdAt, table.id),
    index("merchants_name_idx").on(table.name, table.id),
    index("merchants_search_idx").using(
      "gin",
      sql`(lower(${table.name} || ' ' || ${table.contactName} || ' ' || ${table.email})) gin_trgm_ops`,
    ),
    check("merchants_status_known", sql`${table.status} in ('active', 'inactive', 'suspended')`),
  ],
);
