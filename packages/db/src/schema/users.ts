import { accountStatuses, roles } from "@hearth/domain/auth/roles";
import type { MailGroup } from "@hearth/domain/notifications/events";
import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";

/**
 * An account: a person who signs in as consumer, merchant's owner or admin. Suspended and inactive accounts cannot sign in.
 * `enrolledMerchantId` is the merchant a consumer pays; it authorizes nothing. Emails are stored in lower case and are unique by index.
 */
export const users = pgTable(
  "users",
  {
    id: primaryId(),
    email: text("email").notNull(),
    /** Null for an account that was made with a passkey, until its holder sets a password. */
    passwordHash: text("password_hash"),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    role: text("role", { enum: roles }).notNull().default("user"),
    status: text("status", { enum: accountStatuses }).notNull().default("active"),
    address: text("address"),
    phoneNumber: text("phone_number"),
    aptNumber: text("apt_number"),
    enrolledMerchantId: uuid("enrolled_merchant_id").references((): AnyPgColumn => merchants.id),
    enrolledAt: instant("enrolled_at"),
    /** An administrator who sees everything but may change only their own account. */
    isReadOnly: boolean("is_read_only").notNull().default(false),
    /** Expiry of a password that somebody else handed over. Until then it may only be replaced. Null if its holder chose it. */
    firstPasswordUntil: instant("first_password_until"),
    /** When its holder proved that they read mail to `email`; null since the last change of email. */
    emailConfirmedAt: instant("email_confirmed_at"),
    /** IANA time zone of the browser that last signed in. Mails show times in it. */
    timeZone: text("time_zone"),
    /** The optional mails that its holder has turned off. */
    mutedMails: text("muted_mails").array().$type<MailGroup[]>().notNull().default([]),
    /** When its holder closed it for good. No personal data is left then. */
    closedAt: instant("closed_at"),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("users_email_key").on(table.email),
    index("users_enrolled_merchant_idx").on(table.enrolledMerchantId),
    index("users_created_idx").on(table.createdAt, table.id),
    index("users_words_idx").using(
      "gin",
      sql`search_text(${table.firstName} || ' ' || ${table.lastName} || ' ' || ${table.email}) gin_trgm_ops`,
    ),
    index("users_admins_idx")
      .on(table.id)
      .where(sql`${table.role} = 'admin'`),
    check("users_email_lower", sql`${table.email} = lower(${table.email})`),
    check("users_role_known", sql`${table.role} in ('user', 'merchant', 'admin')`),
    check("users_read_only_admin", sql`not ${table.isReadOnly} or ${table.role} = 'admin'`),
    check("users_closed_inactive", sql`${table.closedAt} is null or ${table.status} = 'inactive'`),
    check("users_status_known", sql`${table.status} in ('active', 'inactive', 'suspended')`),
  ],
);
