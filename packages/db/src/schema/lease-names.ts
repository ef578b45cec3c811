import { date, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { leases } from "./leases.ts";
import { merchants } from "./merchants.ts";

/**
 * The names by which the list of a merchant's leases is sorted and searched: of the lease's property, unit and tenants. Triggers keep a row for each lease
 * (`keep_lease_names`). They are not on the lease's row, because each payment writes that row with an entry in each of its indexes.
 */
export const leaseNames = pgTable(
  "lease_names",
  {
    leaseId: uuid("lease_id")
      .primaryKey()
      .references(() => leases.id),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** The name of the first tenant, in the form that searches compare. Tenants who stay come before those who move out, and the last to move out before others. */
    tenantKey: text("tenant_key").notNull(),
    /** The natural key of the property, its name, and the natural key of the unit. */
    unitKey: text("unit_key").array().notNull(),
    /** The property with the unit, and each tenant's name with the email, a line each, in the form that searches compare. */
    words: text("words").notNull(),
    /** The lease's last day, so that a list by name of leases that are over or end soon reads no rows of others. Triggers keep it. */
    endsOn: date("ends_on"),
  },
  (table) => [
    index("lease_names_tenant_idx").on(table.merchantId, table.tenantKey, table.leaseId, table.endsOn),
    index("lease_names_unit_idx").on(table.merchantId, table.unitKey, table.leaseId, sql`coalesce(${table.endsOn}, 'infinity')`),
    index("lease_names_words_idx")
      .using("gin", table.merchantId, sql`${table.words} gin_trgm_ops`)
      .with({ fastupdate: false }),
  ],
);
