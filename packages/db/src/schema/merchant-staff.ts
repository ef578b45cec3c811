import { staffRoles } from "@hearth/domain/merchants/staff-roles";
import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

/**
 * A person who works for a business with an account of their own. States: invited (a link is sent) -> joined (an account) -> ended, or
 * invited -> ended. An account works for one business at a time, by index. Its role determines its rights at each call.
 */
export const merchantStaff = pgTable(
  "merchant_staff",
  {
    id: primaryId(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** The invited address. An account with another one cannot accept. */
    email: text("email").notNull(),
    role: text("role", { enum: staffRoles }).notNull(),
    userId: uuid("user_id").references(() => users.id),
    /** SHA-256 of the token in the invitation's link; null once somebody has joined by it. */
    inviteHash: text("invite_hash"),
    invitedBy: uuid("invited_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** When the invitation's link expires. */
    expiresAt: instant("expires_at").notNull(),
    joinedAt: instant("joined_at"),
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("merchant_staff_email_key")
      .on(table.merchantId, table.email)
      .where(sql`${table.endedAt} is null`),
    uniqueIndex("merchant_staff_user_key")
      .on(table.userId)
      .where(sql`${table.userId} is not null and ${table.endedAt} is null`),
    uniqueIndex("merchant_staff_invite_key")
      .on(table.inviteHash)
      .where(sql`${table.inviteHash} is not null`),
    index("merchant_staff_merchant_idx").on(table.merchantId),
    index("merchant_staff_unused_idx")
      .on(table.expiresAt)
      .where(sql`${table.userId} is null`),
    check("merchant_staff_role_known", sql`${table.role} in ('owner', 'manager', 'viewer')`),
    check("merchant_staff_joined_whole", sql`(${table.userId} is null) = (${table.joinedAt} is null)`),
    check("merchant_staff_joined_once", sql`${table.userId} is null or ${table.inviteHash} is null`),
  ],
);
