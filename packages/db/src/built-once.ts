import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PreparedQueryConfig } from "drizzle-orm/pg-core";
import { type DatabaseOrTransaction, shortClientOf } from "./client.ts";

/**
 * Caches the SQL text of a query that runs on nearly every call. Building the text takes longer than running the query, so it is built once
 * per database. Values are placeholders and go to `execute` in the driver's format (timestamps as ISO 8601). A database sends it on its connections for
 * short statements, where it has them, so the query must be short: others wait behind it. A transaction sends the same text on its own connection.
 */
export function cachedQuery<Query extends object>(build: (db: DatabaseOrTransaction) => Query): (db: DatabaseOrTransaction) => Query {
  const built = new WeakMap<object, Built<Query>>();
  return (db) => {
    const { dialect, client } = partsOf(db);
    const sender = shortClientOf(client);
    const known = built.get(dialect);
    if (known === undefined) {
      const query = build(db);
      Reflect.set(query, "client", sender);
      built.set(dialect, { query, client: sender });
      return query;
    }
    return known.client === sender ? known.query : sentBy(sender, known.query);
  };
}

interface Built<Query> {
  query: Query;
  /** The client of the database or transaction that the query was first built for. */
  client: unknown;
}

/** Returns private parts of Drizzle: a transaction shares its database's dialect but has its own client. */
function partsOf(db: DatabaseOrTransaction): { dialect: object; client: object } {
  const dialect: unknown = Reflect.get(db, "dialect");
  const session: unknown = Reflect.get(db, "session");
  const client: unknown = isObject(session) ? Reflect.get(session, "client") : undefined;
  // A client is a function with methods.
  if (!isObject(dialect) || !isObject(client)) throw new Error("Drizzle's internals have changed: no dialect or client found");
  return { dialect, client };
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" || typeof value === "function") && value !== null;
}

/** Returns the same prepared query with another client. */
function sentBy<Query extends object>(client: unknown, query: Query): Query {
  if (!("client" in query)) throw new Error("Drizzle's internals have changed: a prepared query has no client");
  return new Proxy(query, { get: (target, name): unknown => (name === "client" ? client : Reflect.get(target, name)) });
}

/** Prepares an SQL statement for `cachedQuery`. Returns whole rows as the driver reads them. */
export function preparedSql<Row extends Record<string, unknown>>(db: DatabaseOrTransaction, statement: SQL, name: string) {
  type Config = PreparedQueryConfig & { execute: Row[] };
  return db._.session.prepareQuery<Config>(db.execute(statement).getQuery(), undefined, name, false);
}

/**
 * Hides an account's id from the planner. If PostgreSQL sees the id, it estimates that account's rows and plans the list anew each time.
 * Planning takes ten times as long as reading the list. Hidden, one plan serves a connection.
 */
export function hideFromPlanner(id: SQLWrapper): SQL {
  return sql`(select ${id}::uuid)`;
}

/**
 * A condition that the planner does not use for an index. It takes the payments of a tenant to be few of the landlord's, and reads the index of either for it. With
 * a landlord of 200,000 payments that took half a second, where the tenant's index alone takes a millisecond.
 */
export function withoutIndex(condition: SQL): SQL {
  return sql`(${condition}) is true`;
}
