import type { Sql, TransactionSql } from "postgres";

/** A connection, or a transaction on one. */
export type Queryable = Sql | TransactionSql;

/** Quotes an identifier. Every identifier here comes from PostgreSQL's own catalog or from a checked manifest. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Lists every table of the product with its stored columns. Leaves out the tables of the queue and of the migrations, which create
 * themselves.
 */
export async function listTables(sql: Queryable): Promise<{ name: string; columns: string[] }[]> {
  const rows = await sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`;
  return rows.map(({ name, columns }) => ({ name, columns }));
}

/** Lists every sequence with its last value. */
export async function listSequences(sql: Queryable): Promise<{ name: string; lastValue: string | null }[]> {
  const rows = await sql<{ name: string; lastValue: string | null }[]>`
    select sequencename as name, last_value::text as "lastValue" from pg_sequences where schemaname = 'public' order by sequencename`;
  return rows.map(({ name, lastValue }) => ({ name, lastValue }));
}

/** Lists every foreign key with the SQL definition that recreates it. */
export async function listForeignKeys(sql: Queryable): Promise<{ table: string; name: string; definition: string }[]> {
  return sql<{ table: string; name: string; definition: string }[]>`
    select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by k.conname`;
}

/** Returns the newest migration applied to a database, or null if there is none. */
export async function findMigration(sql: Queryable): Promise<number | null> {
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') as name`;
  if (table?.["name"] === null) return null;
  const [row] = await sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`;
  return row?.["at"] === null ? null : Number(row?.["at"]);
}
