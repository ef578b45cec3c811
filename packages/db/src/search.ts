import { type SQL, sql } from "drizzle-orm";
import { leaseTenants } from "./schema/lease-tenants.ts";
import { merchants } from "./schema/merchants.ts";
import { properties } from "./schema/properties.ts";
import { users } from "./schema/users.ts";

/** Users whose name or email has these words in it; the expression is the one that the trigram index holds. */
export function userMatches(words: string): SQL {
  return sql`lower(${users.firstName} || ' ' || ${users.lastName} || ' ' || ${users.email}) like ${pattern(words)}`;
}

/** Merchants whose name, contact or email has these words in it; the expression is the one that the trigram index holds. */
export function merchantMatches(words: string): SQL {
  return sql`lower(${merchants.name} || ' ' || ${merchants.contactName} || ' ' || ${merchants.email}) like ${pattern(words)}`;
}

/** Tenants of leases whose name or email, as their landlord wrote them, has these words in it; the expression is the one that the trigram index holds. */
export function leaseTenantMatches(words: string): SQL {
  return sql`lower(${leaseTenants.name} || ' ' || ${leaseTenants.email}) like ${pattern(words)}`;
}

/** Properties whose name has these words in it; the expression is the one that the trigram index holds. */
export function propertyMatches(words: string): SQL {
  return sql`lower(${properties.name}) like ${pattern(words)}`;
}

/** Properties whose name ends in these words, by the same index. */
export function propertyEndsIn(words: string): SQL {
  return sql`lower(${properties.name}) like ${pattern(words).slice(0, -1)}`;
}

/** The words as a pattern that stands for themselves: what is a wildcard to the database is a letter here. */
export function pattern(words: string): string {
  return `%${words.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
