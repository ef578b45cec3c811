import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { leaseTenants } from "./schema/lease-tenants.ts";
import { merchants } from "./schema/merchants.ts";
import { properties } from "./schema/properties.ts";
import { users } from "./schema/users.ts";

/**
 * A text as searches compare it, in lower case. The database's function does it for what is kept and for what is looked for, so that both mean the same
 * whatever the locale of the database. A text in an index is written with this function there, too.
 */
export function searchText(text: SQLWrapper | string): SQL<string> {
  return sql`search_text(${text})`;
}

/** Users whose name or email has these words in it; the expression is the one that the trigram index holds. */
export function userMatches(words: string): SQL {
  return has(sql`search_text(${users.firstName} || ' ' || ${users.lastName} || ' ' || ${users.email})`, words);
}

/** Merchants whose name, contact or email has these words in it; the expression is the one that the trigram index holds. */
export function merchantMatches(words: string): SQL {
  return has(sql`search_text(${merchants.name} || ' ' || ${merchants.contactName} || ' ' || ${merchants.email})`, words);
}

/** Tenants of leases whose name or email, as their landlord wrote them, has these words in it; the expression is the one that the trigram index holds. */
export function leaseTenantMatches(words: string): SQL {
  return has(sql`search_text(${leaseTenants.name} || ' ' || ${leaseTenants.email})`, words);
}

/** Properties whose name has these words in it; the expression is the one that the trigram index holds. */
export function propertyMatches(words: string): SQL {
  return sql`search_text(${properties.name}) like ${pattern(words)}`;
}

/** Properties whose name ends in these words, by the same index. */
export function propertyEndsIn(words: string): SQL {
  return sql`search_text(${properties.name}) like ${searchText(escaped(words, ["%", ""]))}`;
}

/** What a transaction's hash, or at least the first six digits of one, looks like where somebody types it. */
export const hashBeginning = /^0x[0-9a-f]{6,64}$/i;

/** Transfers in transactions whose hash begins so: what lies between it and what no digit begins with, by the index of hashes. */
export function hashBegins(txHash: SQLWrapper, beginning: string): SQL {
  const first = beginning.toLowerCase();
  return sql`lower(${txHash}) >= ${first} and lower(${txHash}) < ${`${first}g`}`;
}

/** The part of an email up to its host, where that begins and the part has letters enough for the index. */
const beforeHost = /^(.*[a-z0-9]{3}[^@]*@)./;

/**
 * Whether a text, as a trigram index holds it, has these words in it. A host is half of all people's (`gmail.com`): of an email the index is asked for what
 * stands before it, and those few that it finds are compared whole.
 */
function has(text: SQL, words: string): SQL {
  const own = beforeHost.exec(words.toLowerCase())?.[1];
  if (own === undefined) return sql`${text} like ${pattern(words)}`;
  return sql`(${text} like ${pattern(own)} and strpos(${text}, ${searchText(words)}) > 0)`;
}

/** The words as a pattern that finds them anywhere in a search text. */
export function pattern(words: string): SQL<string> {
  return searchText(escaped(words, ["%", "%"]));
}

/** The words between two wildcards; what is a wildcard to the database is a letter in them. */
function escaped(words: string, [before, after]: [string, string]): string {
  return `${before}${words.replace(/[\\%_]/g, String.raw`\$&`)}${after}`;
}
