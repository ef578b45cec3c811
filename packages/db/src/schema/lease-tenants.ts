import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { leases } from "./leases.ts";
import { users } from "./users.ts";

/**
 * A tenant of a lease, as the landlord named them. States: named (no account) -> joined (an account). They join by an invitation, or by a
 * trigger on `users` once their account has chosen the landlord and confirmed this address. When that account is closed, they are named
 * again. All tenants of a lease share one ledger. A tenant who moves out has a last day, and sees nothing written after `endedAt`. The row
 * stays.
 */
export const leaseTenants = pgTable(
  "lease_tenants",
  {
    id: primaryId(),
    leaseId: uuid("lease_id")
      .notNull()
      .references(() => leases.id),
    name: text("name").notNull(),
    /**
     * The tenant's address, as the landlord entered it. An account with this address joins once the address is confirmed and the account
     * has chosen the landlord.
     */
    email: text("email").notNull(),
    userId: uuid("user_id").references(() => users.id),
    createdAt: createdAt(),
    joinedAt: instant("joined_at"),
    /** When the joined account was closed; null again once another one joins. */
    accountClosedAt: instant("account_closed_at"),
    /** The day on which a tenant who was added later moved in; null for tenants from the start. */
    movedInOn: date("moved_in_on"),
    /** Their last day, or null while they stay. */
    movedOutOn: date("moved_out_on"),
    /** The end of the last day, or the time at which the landlord entered it, if that is later. */
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("lease_tenants_email_key").on(table.leaseId, table.email),
    uniqueIndex("lease_tenants_user_key")
      .on(table.userId, table.leaseId)
      .where(sql`${table.userId} is not null`),
    index("lease_tenants_lease_idx").on(table.leaseId),
    index("lease_tenants_waiting_idx")
      .on(table.email)
      .where(sql`${table.userId} is null`),
    check("lease_tenants_joined_whole", sql`(${table.userId} is null) = (${table.joinedAt} is null)`),
    check("lease_tenants_ended_whole", sql`(${table.movedOutOn} is null) = (${table.endedAt} is null)`),
  ],
);
