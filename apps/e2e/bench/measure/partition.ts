import postgres, { type Sql } from "postgres";

/** Append-only tables, partitioned by the time of the event. */
const partitioned = ["payment_events", "journal_entries"];

/**
 * Partitions a database's events and journal by month, with their keys, indexes and triggers. The time becomes part of the key; nothing
 * else changes. Returns the number of partitions of each table.
 */
export async function partitionByMonth(url: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    let months = 0;
    for (const table of partitioned) months = await partition(sql, table);
    await sql`vacuum (analyze)`;
    await sql`checkpoint`;
    return months;
  } finally {
    await sql.end();
  }
}

async function partition(sql: Sql, table: string): Promise<number> {
  const plain = `${table}_plain`;
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes where tablename = ${table} and indexname <> ${`${table}_pkey`}`;
  const triggers = await sql<{ definition: string }[]>`
    select pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = ${table}::regclass and not tgisinternal`;
  const keys = await sql<{ definition: string }[]>`
    select format('alter table %I add %s', ${table}::text, pg_get_constraintdef(oid)) as definition
    from pg_constraint where conrelid = ${table}::regclass and contype = 'f'`;
  const views = await sql<{ name: string; definition: string }[]>`
    select relname as name, pg_get_viewdef(oid) as definition from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace order by oid`;
  const [span] = await sql<{ months: number }[]>`
    select (extract(year from age(max(at), min(at))) * 12 + extract(month from age(max(at), min(at))) + 4)::int as months from ${sql(table)}`;
  const months = span?.months ?? 0;
  await sql.unsafe(`alter table ${table} rename to ${plain}`);
  await sql.unsafe(
    `create table ${table} (like ${plain} including defaults including constraints including identity) partition by range (at)`,
  );
  await sql.unsafe(`
    do $$
    declare first timestamptz := (select date_trunc('month', min(at)) from ${plain});
    begin
      for month in 0..${months} loop
        execute format('create table %I partition of ${table} for values from (%L) to (%L)', '${table}_' || month,
          first + make_interval(months => month), first + make_interval(months => month + 1));
      end loop;
    end $$`);
  await sql.unsafe(`insert into ${table} overriding system value select * from ${plain}`);
  await sql.unsafe(`alter table ${table} alter column id restart with ${await nextId(sql, plain)}`);
  await sql.unsafe(`drop table ${plain} cascade`);
  await sql.unsafe(`alter table ${table} add primary key (id, at)`);
  for (const { definition } of [...indexes, ...triggers, ...keys]) await sql.unsafe(definition);
  // The views of the table were dropped with it.
  const left = await sql<{ name: string }[]>`select relname as name from pg_class where relkind = 'v'`;
  const isLeft = new Set(left.map(({ name }) => name));
  for (const { name, definition } of views) if (!isLeft.has(name)) await sql.unsafe(`create view ${name} as ${definition}`);
  return months;
}

async function nextId(sql: Sql, table: string): Promise<number> {
  const [row] = await sql<{ next: number }[]>`select coalesce(max(id), 0)::int + 1 as next from ${sql(table)}`;
  return row?.next ?? 1;
}
