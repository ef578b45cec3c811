import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { leaseTenants } from "./lease-tenants.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

/**
 * A landlord's link that enrolls a tenant with the merchant and address filled in, and adds them to a lease if it names one. States:
 * waiting -> invited -> joined (an account) or ended (withdrawn, replaced). A waiting one has no link yet and is mailed later. An expired
 * link stays invited and does not work.
 */
export const tenantInvitations = pgTable(
  "tenant_invitations",
  {
    id: primaryId(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** The address it was sent to. Does not limit which account may accept it. */
    email: text("email").notNull(),
    /** The tenant's address, as an enrollment stores it. */
    address: text("address").notNull(),
    aptNumber: text("apt_number"),
    /** The lease's row of the tenant, if the landlord named one. */
    leaseTenantId: uuid("lease_tenant_id").references(() => leaseTenants.id),
    /** SHA-256 of the link's token; null while it waits, and once it was accepted or withdrawn. */
    inviteHash: text("invite_hash"),
    /** Since when it waits to be mailed: for its inviter to confirm their email, or for the next day's mails. Null once it was mailed. */
    waitingSince: instant("waiting_since"),
    /** When it is mailed or tried again. Null while its inviter's email is not confirmed. */
    sendAt: instant("send_at"),
    invitedBy: uuid("invited_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
    userId: uuid("user_id").references(() => users.id),
    joinedAt: instant("joined_at"),
    endedAt: instant("ended_at"),
  },
  (table) => [
    index("tenant_invitations_merchant_idx").on(table.merchantId, table.createdAt, table.id),
    uniqueIndex("tenant_invitations_hash_key")
      .on(table.inviteHash)
      .where(sql`${table.inviteHash} is not null`),
    // One open invitation for each tenant of a lease, and one for each email invited without a lease.
    uniqueIndex("tenant_invitations_place_key")
      .on(table.leaseTenantId)
      .where(sql`${table.inviteHash} is not null`),
    uniqueIndex("tenant_invitations_waiting_key")
      .on(table.leaseTenantId)
      .where(sql`${table.waitingSince} is not null`),
    uniqueIndex("tenant_invitations_enroll_key")
      .on(table.merchantId, table.email)
      .where(sql`${table.inviteHash} is not null and ${table.leaseTenantId} is null`),
    index("tenant_invitations_unused_idx")
      .on(table.expiresAt)
      .where(sql`${table.userId} is null`),
    index("tenant_invitations_email_idx")
      .on(table.email)
      .where(sql`${table.inviteHash} is not null`),
    index("tenant_invitations_send_idx")
      .on(table.sendAt, table.id)
      .where(sql`${table.sendAt} is not null`),
    index("tenant_invitations_inviter_waiting_idx")
      .on(table.invitedBy)
      .where(sql`${table.waitingSince} is not null`),
    check("tenant_invitations_send_waiting", sql`${table.sendAt} is null or ${table.waitingSince} is not null`),
    check("tenant_invitations_joined_whole", sql`(${table.userId} is null) = (${table.joinedAt} is null)`),
    check(
      "tenant_invitations_one_state",
      sql`(${table.waitingSince} is not null)::int + (${table.inviteHash} is not null)::int + (${table.joinedAt} is not null)::int + (${table.endedAt} is not null)::int = 1`,
    ),
  ],
);
