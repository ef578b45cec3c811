import { sql } from "drizzle-orm";
import { check, date, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { leases } from "./leases.ts";
import { users } from "./users.ts";

/**
 * Somebody who rents under a lease, as the landlord named them. States: named (no account) -> joined (an account): by an invitation, or by a trigger on
 * `users` once their account has chosen the landlord and confirmed this address; named again when that account is closed. All tenants of a lease share
 * its one ledger. A tenant who moves out has a last day, and sees nothing that is written after `endedAt`. The row stays.
 */
export const leaseTenants = pgTable(
  "lease_tenants",
  {
    id: primaryId(),
    leaseId: uuid("lease_id")
      .notNull()
      .references(() => leases.id),
    name: text("name").notNull(),
    /** Where the landlord reaches them. An account with this address joins once it is confirmed and its holder has chosen the landlord. */
    email: text("email").notNull(),
    userId: uuid("user_id").references(() => users.id),
    createdAt: createdAt(),
    joinedAt: instant("joined_at"),
    /** When the account that had joined was closed; null again once another one joins. */
    accountClosedAt: instant("account_closed_at"),
    /** The day on which they moved in, of those who were added to a lease; null for those who rent since it began. */
    movedInOn: date("moved_in_on"),
    /** Their last day, or null while they stay. */
    movedOutOn: date("moved_out_on"),
    /** The end of the last day, or the moment at which the landlord entered it where that is later. */
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
    index("lease_tenants_words_idx").using("gin", sql`search_text(${table.name} || ' ' || ${table.email}) gin_trgm_ops`),
    check("lease_tenants_joined_whole", sql`(${table.userId} is null) = (${table.joinedAt} is null)`),
    check("lease_tenants_ended_whole", sql`(${table.movedOutOn} is null) = (${table.endedAt} is null)`),
  ],
);
