import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { leaseTenants } from "./lease-tenants.ts";
import { merchants } from "./merchants.ts";
import { users } from "./users.ts";

/**
 * A landlord's link by which a tenant is enrolled without typing whom they pay and where they live, and joins a lease where it names one. States:
 * invited -> joined (an account) or ended (taken back, replaced); a link that is too old stays invited and opens nothing.
 */
export const tenantInvitations = pgTable(
  "tenant_invitations",
  {
    id: primaryId(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** Where it was sent; says nothing about whose account may follow it. */
    email: text("email").notNull(),
    /** Where the tenant lives, as an enrollment keeps it. */
    address: text("address").notNull(),
    aptNumber: text("apt_number"),
    /** The lease's own row of the tenant, where the landlord named one. */
    leaseTenantId: uuid("lease_tenant_id").references(() => leaseTenants.id),
    /** SHA-256 of what the link carries; null once it was followed or taken back. */
    inviteHash: text("invite_hash"),
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
    // One living invitation for each place on a lease, and one for each email that is invited without a lease.
    uniqueIndex("tenant_invitations_place_key")
      .on(table.leaseTenantId)
      .where(sql`${table.inviteHash} is not null`),
    uniqueIndex("tenant_invitations_enroll_key")
      .on(table.merchantId, table.email)
      .where(sql`${table.inviteHash} is not null and ${table.leaseTenantId} is null`),
    index("tenant_invitations_unused_idx")
      .on(table.expiresAt)
      .where(sql`${table.userId} is null`),
    check("tenant_invitations_joined_whole", sql`(${table.userId} is null) = (${table.joinedAt} is null)`),
    check(
      "tenant_invitations_one_state",
      sql`(${table.inviteHash} is not null)::int + (${table.joinedAt} is not null)::int + (${table.endedAt} is not null)::int = 1`,
    ),
  ],
);
