import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { leases } from "./leases.ts";
import { users } from "./users.ts";

/**
 * Somebody who rents under a lease, as the landlord named them. States: invited (a link is out, no account) -> joined (an account). All tenants of a
 * lease share its one ledger.
 */
export const leaseTenants = pgTable(
  "lease_tenants",
  {
    id: primaryId(),
    leaseId: uuid("lease_id")
      .notNull()
      .references(() => leases.id),
    name: text("name").notNull(),
    /** Where the landlord reaches them; says nothing about whose account may join. */
    email: text("email").notNull(),
    userId: uuid("user_id").references(() => users.id),
    /** SHA-256 of what the invitation's link carries; null once somebody has joined by it. */
    inviteHash: text("invite_hash"),
    createdAt: createdAt(),
    joinedAt: instant("joined_at"),
  },
  (table) => [
    uniqueIndex("lease_tenants_email_key").on(table.leaseId, table.email),
    uniqueIndex("lease_tenants_user_key")
      .on(table.userId, table.leaseId)
      .where(sql`${table.userId} is not null`),
    uniqueIndex("lease_tenants_invite_key")
      .on(table.inviteHash)
      .where(sql`${table.inviteHash} is not null`),
    index("lease_tenants_lease_idx").on(table.leaseId),
    index("lease_tenants_search_idx").using("gin", sql`(lower(${table.name} || ' ' || ${table.email})) gin_trgm_ops`),
    check("lease_tenants_joined_whole", sql`(${table.userId} is null) = (${table.joinedAt} is null)`),
    check("lease_tenants_invited_or_joined", sql`(${table.userId} is null) = (${table.inviteHash} is not null)`),
  ],
);
