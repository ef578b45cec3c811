import { type SQL, sql } from "drizzle-orm";
import { merchants } from "./schema/merchants.ts";
import { users } from "./schema/users.ts";

/** Users whose name or e-mail has these words in it; the expression is the one that the trigram index holds. */
export function userMatches(words: string): SQL {
  return sql`lower(${users.firstName} || ' ' || ${users.lastName} || ' ' || ${users.email}) like ${pattern(words)}`;
}

/** Merchants whose name, contact or e-mail has these words in it; the expression is the one that the trigram index holds. */
export function merchantMatches(words: string): SQL {
  return sql`lower(${merchants.name} || ' ' || ${merchants.contactName} || ' ' || ${merchants.email}) like ${pattern(words)}`;
}

/** The words as a pattern that stands for themselves: what is a wildcard to the database is a letter here. */
export function pattern(words: string): string {
  return `%${words.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
