import postgres from "postgres";

/** The servers' database role. It reads and writes rows, and owns only the tables of the job queue. */
export const serverRole = "hearth_server";

/** The scheduler's library creates and changes these tables itself at run time. */
const queueSchema = "pgboss";

const alreadyThere = new Set(["42710", "23505"]); // the second when two processes create it at once

/**
 * Creates the role in the cluster if it is missing, for a database on a developer's machine. Returns the URL of the same database with that
 * role. In production the cluster's owner creates it, with a password that only servers have (docs/operating.md).
 *
 * @param ownerUrl the database, with a role that may create roles
 * @param password also part of the returned URL; letters, digits and _
 */
export async function ensureServerRole(ownerUrl: string, password: string): Promise<string> {
  const client = postgres(ownerUrl, { max: 1, onnotice: () => {} });
  try {
    const found = await client`select 1 from pg_roles where rolname = ${serverRole}`;
    if (found.length === 0) await client.unsafe(`create role ${serverRole} login password '${password}'`).catch(ignoreWhenThere);
  } finally {
    await client.end();
  }
  return asServerRole(ownerUrl, password);
}

/** Returns the URL of the same database with the servers' role. */
export function asServerRole(ownerUrl: string, password: string): string {
  const url = new URL(ownerUrl);
  url.username = serverRole;
  url.password = password;
  return url.href;
}

function ignoreWhenThere(error: unknown): void {
  if (!(error instanceof postgres.PostgresError && alreadyThere.has(error.code))) throw error;
}

/**
 * Grants the servers' role what it needs in a migrated database, and nothing else. It may read and insert rows everywhere, and update or
 * delete them where no trigger refuses it. Does nothing if the role does not exist. Run it as the owner of the tables, who is a member of
 * the role.
 */
export async function grantToServers(client: postgres.Sql): Promise<void> {
  await client.unsafe(`create schema if not exists ${queueSchema}`);
  if ((await client`select 1 from pg_roles where rolname = ${serverRole}`).length === 0) return;
  await client.begin(async (tx) => {
    await tx.unsafe(`grant usage on schema public, drizzle to ${serverRole}`);
    await tx.unsafe(`grant select on all tables in schema drizzle to ${serverRole}`);
    await tx.unsafe(`grant usage, select on all sequences in schema public to ${serverRole}`);
    await tx.unsafe(`revoke all on all tables in schema public from ${serverRole}`);
    for (const { name, rights } of await listRights(tx)) await tx.unsafe(`grant ${rights.join(", ")} on public.${name} to ${serverRole}`);
    await giveQueue(tx);
  });
}

/**
 * Lists the rights to each table, and to views, which are only read. If a trigger refuses every update or delete, nobody needs that right.
 */
async function listRights(tx: postgres.TransactionSql): Promise<{ name: string; rights: string[] }[]> {
  const [removes, changes] = [8, 16]; // bits of pg_trigger.tgtype for delete and update
  return tx<{ name: string; rights: string[] }[]>`
    with refused as (
      select tgrelid, bit_or(tgtype) as kinds from pg_trigger
      where tgfoid = to_regproc('public.refuse_change') and tgqual is null
      group by tgrelid
    )
    select quote_ident(relname) as name,
      case when relkind in ('v', 'm') then array['select'] else array['select', 'insert']
        || case when coalesce(kinds, 0) & ${changes} = 0 then array['update'] else array[]::text[] end
        || case when coalesce(kinds, 0) & ${removes} = 0 then array['delete'] else array[]::text[] end
      end as rights
    from pg_class left join refused on tgrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
    order by relname`;
}

/** Makes the servers' role the owner of the queue, including a queue that another role created. */
async function giveQueue(tx: postgres.TransactionSql): Promise<void> {
  const things = await tx<{ statement: string }[]>`
    select format('alter %s %I.%I owner to %I', case relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end, ${queueSchema}::text, relname, ${serverRole}::text) as statement
    from pg_class
    where relnamespace = ${queueSchema}::regnamespace and relkind in ('r', 'p', 'S', 'v') and pg_get_userbyid(relowner) <> ${serverRole}
      and not exists (select 1 from pg_depend where objid = pg_class.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i') and relkind = 'S')
    union all
    select format('alter routine %s owner to %I', oid::regprocedure, ${serverRole}::text) from pg_proc
    where pronamespace = ${queueSchema}::regnamespace and pg_get_userbyid(proowner) <> ${serverRole}
    union all
    select format('alter type %I.%I owner to %I', ${queueSchema}::text, typname, ${serverRole}::text) from pg_type
    where typnamespace = ${queueSchema}::regnamespace and typtype in ('e', 'd') and pg_get_userbyid(typowner) <> ${serverRole}
    union all
    select format('alter schema %I owner to %I', nspname, ${serverRole}::text) from pg_namespace
    where nspname = ${queueSchema} and pg_get_userbyid(nspowner) <> ${serverRole}`;
  for (const { statement } of things) await tx.unsafe(statement);
}
