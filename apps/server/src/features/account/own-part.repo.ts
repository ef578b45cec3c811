import type { DatabaseOrTransaction } from "@hearth/db/client";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, SelectedFields } from "drizzle-orm/pg-core";

/** A page request for one part of the file: rows after a key, the newest first. */
interface PageRequest {
  userId: string;
  /** The key of the last row that was read. Null for the first page. */
  after: string | null;
  limit: number;
}

/** A row of the file, with the key that pages continue after. */
type OwnRow = { key: string } & Record<string, unknown>;
/** Reads the next rows of a part. */
export type Read = (db: DatabaseOrTransaction, page: PageRequest) => Promise<OwnRow[]>;

/** A part of the file and the function that reads its rows. `account` and `business` have one row. */
export interface OwnPart {
  name: string;
  read: Read;
}

/** The rows of a part, in the table of its key. */
export interface Rows {
  /** Orders the rows, newest first. */
  key: PgColumn;
  /** Holds the id of the account. */
  owner: PgColumn;
  joins?: readonly (readonly [table: PgTable, on: SQL | undefined])[];
  columns: SelectedFields;
}

/** The key column of a row, as text. */
export const keyOf = (column: PgColumn) => ({ key: sql<string>`${column}::text` });

/** Returns a function that reads a part page by page. */
export function inPages({ key, owner, joins = [], columns }: Rows): Read {
  return async (db, { userId, after, limit }) => {
    const query = db
      .select({ ...columns, ...keyOf(key) })
      .from(key.table)
      .$dynamic();
    for (const [table, on] of joins) void query.innerJoin(table, on);
    return query
      .where(and(eq(owner, userId), after === null ? undefined : sql`${key} < ${after}`))
      .orderBy(desc(key))
      .limit(limit);
  };
}
