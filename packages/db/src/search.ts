import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
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

/** What a transaction's hash, or at least the first six digits of one, looks like where somebody types it. */
export const hashBeginning = /^0x[0-9a-f]{6,64}$/i;

/** Transfers in transactions whose hash begins so: what lies between it and what no digit begins with, by the index of hashes. */
export function hashBegins(txHash: SQLWrapper, beginning: string): SQL {
  const first = beginning.toLowerCase();
  return sql`lower(${txHash}) >= ${first} and lower(${txHash}) < ${`${first}g`}`;
}

/** The words as a pattern that stands for themselves: what is a wildcard to the database is a letter here. */
export function pattern(words: string): string {
  return `%${words.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
