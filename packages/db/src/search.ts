import { type SQL, sql, type SQLWrapper } from "drizzle-orm";
import { merchants } from "./schema/merchants.ts";
import { users } from "./schema/users.ts";

/**
 * The normalised text that searches compare, in lower case. The database's function normalises both the stored and the searched text, so
 * the result does not depend on the database's locale. Indexes must be written with it too.
 */
export function searchText(text: SQLWrapper | string): SQL<string> {
  return sql`search_text(${text})`;
}

/** Matches users whose name or email contains the text. Uses the expression of the trigram index. */
export function userMatches(text: string): SQL {
  return has(sql`search_text(${users.firstName} || ' ' || ${users.lastName} || ' ' || ${users.email})`, text);
}

/** Matches merchants whose name, contact or email contains the text. Uses the expression of the trigram index. */
export function merchantMatches(text: string): SQL {
  return has(sql`search_text(${merchants.name} || ' ' || ${merchants.contactName} || ' ' || ${merchants.email})`, text);
}

/** A transaction's hash, or at least its first six digits, as somebody types it. */
export const hashBeginning = /^0x[0-9a-f]{6,64}$/i;

/**
 * Matches transactions whose hash begins with these digits. A range of the index of hashes: from the digits up to the digits followed by
 * `g`, which is no hex digit.
 */
export function hashBegins(txHash: SQLWrapper, beginning: string): SQL {
  const first = beginning.toLowerCase();
  return sql`lower(${txHash}) >= ${first} and lower(${txHash}) < ${`${first}g`}`;
}

/** The part of an email up to its host, if the host has begun and the part has enough letters for the index. */
const beforeHost = /^(.*[a-z0-9]{3}[^@]*@)./;

/**
 * True if a text, as a trigram index stores it, contains these words. Half of all people share a host (`gmail.com`). So for an email the
 * index searches the part before the host, and the few results are compared in full.
 */
function has(text: SQL, query: string): SQL {
  const localPart = beforeHost.exec(query.toLowerCase())?.[1];
  if (localPart === undefined) return sql`${text} like ${pattern(query)}`;
  return sql`(${text} like ${pattern(localPart)} and strpos(${text}, ${searchText(query)}) > 0)`;
}

/** A text that a trigram index can find anywhere: three letters in a row, or the beginning of a word. */
const hasTrigram = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u;

/**
 * Matches lines of words, as they are normalised and stored, that contain the text. One or two letters match only the beginnings of words, because no index finds
 * them anywhere. A text without a letter or a digit matches nothing.
 */
export function wordsMatch(words: SQLWrapper, text: string): SQL {
  if (hasTrigram.test(text)) return sql`${words} like ${pattern(text)}`;
  if (!/[\p{L}\p{N}]/u.test(text)) return sql`false`;
  const after = (before: string) => sql`${words} like ${searchText(escaped(text, [before, "%"]))}`;
  return sql`(${after("")} or ${after("% ")} or ${after("%\n")})`;
}

/** A pattern that finds the words anywhere in a search text. */
export function pattern(text: string): SQL<string> {
  return searchText(escaped(text, ["%", "%"]));
}

/** Puts the words between two wildcards and escapes wildcards in them. */
function escaped(text: string, [before, after]: [string, string]): string {
  return `${before}${text.replace(/[\\%_]/g, String.raw`\$&`)}${after}`;
}
