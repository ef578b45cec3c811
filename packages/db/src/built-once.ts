import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "./client.ts";

/**
 * A query that is read on nearly every call: its text is built once for a database instead of each time, which takes longer than the query. Its
 * values are placeholders, given to `execute` as the driver wants them: a moment in ISO 8601. In a transaction it is built for that transaction.
 */
export function builtOnce<Query>(build: (db: DatabaseOrTransaction) => Query): (db: DatabaseOrTransaction) => Query {
  const built = new WeakMap<DatabaseOrTransaction, Query>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const query = build(db);
    built.set(db, query);
    return query;
  };
}

/**
 * Whose list is read, hidden from the planner. Where PostgreSQL sees the id, it counts on that account's few rows or many and plans the list anew
 * each time, which takes ten times as long as reading it; without, one plan serves a connection.
 */
export function anyId(id: SQLWrapper): SQL {
  return sql`(select ${id}::uuid)`;
}
