import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PreparedQueryConfig } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "./client.ts";

/**
 * A query that is made on nearly every call: its text is built once for a database instead of each time, which takes longer than the query. Its
 * values are placeholders, given to `execute` as the driver wants them: a moment in ISO 8601. A transaction sends the same text on its own connection.
 */
export function builtOnce<Query extends object>(build: (db: DatabaseOrTransaction) => Query): (db: DatabaseOrTransaction) => Query {
  const built = new WeakMap<object, Built<Query>>();
  return (db) => {
    const { dialect, client } = partsOf(db);
    const known = built.get(dialect);
    if (known === undefined) {
      const query = build(db);
      built.set(dialect, { query, client });
      return query;
    }
    return known.client === client ? known.query : sentBy(client, known.query);
  };
}

interface Built<Query> {
  query: Query;
  /** Of the database or the transaction that it was first built for. */
  client: unknown;
}

/** What Drizzle keeps for itself: a transaction shares its database's dialect, and has a client of its own. */
function partsOf(db: DatabaseOrTransaction): { dialect: object; client: unknown } {
  const dialect: unknown = Reflect.get(db, "dialect");
  const session: unknown = Reflect.get(db, "session");
  if (!isObject(dialect) || !isObject(session)) throw new Error("Drizzle keeps a database's parts elsewhere");
  return { dialect, client: Reflect.get(session, "client") };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A prepared query on another connection: all of it but the client that sends it. */
function sentBy<Query extends object>(client: unknown, query: Query): Query {
  if (!("client" in query)) throw new Error("Drizzle keeps a prepared query's client elsewhere");
  return new Proxy(query, { get: (target, name): unknown => (name === "client" ? client : Reflect.get(target, name)) });
}

/** A statement in SQL, for `builtOnce`; it answers whole rows as the driver reads them. */
export function preparedSql<Row extends Record<string, unknown>>(db: DatabaseOrTransaction, statement: SQL, name: string) {
  type Config = PreparedQueryConfig & { execute: Row[] };
  return db._.session.prepareQuery<Config>(db.execute(statement).getQuery(), undefined, name, false);
}

/**
 * Whose list is read, hidden from the planner. Where PostgreSQL sees the id, it counts on that account's few rows or many and plans the list anew
 * each time, which takes ten times as long as reading it; without, one plan serves a connection.
 */
export function anyId(id: SQLWrapper): SQL {
  return sql`(select ${id}::uuid)`;
}
