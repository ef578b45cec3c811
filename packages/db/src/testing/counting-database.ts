import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Database } from "../client.ts";
import * as schema from "../schema.ts";

/** One statement as it was sent. */
export interface SentStatement {
  query: string;
  params: unknown[];
}

/** A database that keeps what was asked of it, in order, without the words that begin and end transactions. */
export interface CountingDatabase {
  db: Database;
  statements: SentStatement[];
  /** How the database would carry a statement out. */
  explain(statement: SentStatement): Promise<string>;
  close(): Promise<void>;
}

/** Opens a database to count statements; close it in the end. */
export function openCountingDatabase(url: string): CountingDatabase {
  const statements: SentStatement[] = [];
  const client = postgres(url, { max: 4, onnotice: () => {} });
  const db = drizzle(client, { schema, logger: { logQuery: (query, params) => statements.push({ query, params }) } });
  const explain = async ({ query, params }: SentStatement) => {
    const lines = await client.unsafe(`explain ${query}`, params.map(String));
    return lines.map((line) => String(line["QUERY PLAN"])).join("\n");
  };
  return { db, statements, explain, close: () => client.end({ timeout: 5 }) };
}
