import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrateDatabase } from "./migrate.ts";
import { ensureServerRole } from "./server-role.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let owner: postgres.Sql;
let server: postgres.Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrateDatabase(database.url); // grants the rights of this code; the template may come from another state of it
  owner = postgres(database.url, { max: 1, onnotice: () => {} });
  server = postgres(database.serverRoleUrl, { max: 1, onnotice: () => {} });
});

afterAll(async () => {
  await Promise.all([owner.end(), server.end()]);
  await database.close();
});

const refused = expect.objectContaining({ code: "42501" });
/** Tables whose trigger refuses each change, by anybody. */
const appendOnly = [
  ["audit_log", "action"],
  ["journal_entries", "units"],
  ["lease_entries", "lease_id"],
  ["lease_allocations", "charge_id"],
  ["payment_events", "payment_id"],
  ["dispute_events", "dispute_id"],
  ["request_payments", "payment_id"],
] as const;

describe("the servers' role", () => {
  it("has no privileges in the cluster", async () => {
    expect(
      await server`select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = current_user`,
    ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: false, rolbypassrls: false }]);
  });

  it("owns nothing outside the queue", async () => {
    const owned =
      await owner`select relname from pg_class where pg_get_userbyid(relowner) = 'hearth_server' and relnamespace <> 'pgboss'::regnamespace
      and relnamespace::regnamespace::text not like 'pg_%'`;
    expect(owned).toEqual([]);
  });

  it.each(appendOnly)("may not update, delete from or truncate %s", async (table, column) => {
    await expect(server.unsafe(`update ${table} set ${column} = ${column}`)).rejects.toEqual(refused);
    await expect(server.unsafe(`delete from ${table}`)).rejects.toEqual(refused);
    await expect(server.unsafe(`truncate ${table}`)).rejects.toEqual(refused);
  });

  it.each(["charges", "payment_requests"])("may not delete from %s", async (table) => {
    await expect(server.unsafe(`delete from ${table}`)).rejects.toEqual(refused);
  });

  it.each([
    "alter table audit_log disable trigger audit_log_append_only",
    "alter table journal_entries disable trigger all",
    "set session_replication_role = replica",
    "drop trigger journal_entries_append_only on journal_entries",
    "create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$",
    "drop table payments",
    "truncate payments cascade",
    "alter table users add column hidden text",
    "alter table payments drop constraint payments_pkey",
    "create table public.mine (id integer)",
    "create schema mine",
    "create role another superuser",
    "alter role hearth_server superuser",
    "create database another",
    "delete from drizzle.__drizzle_migrations",
    "copy users to program 'cat'",
  ])("may not: %s", async (statement) => {
    await expect(server.unsafe(statement)).rejects.toEqual(refused);
  });

  it("may read and insert everywhere, and update and delete all other rows", async () => {
    const tables = await owner<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`;
    const lacking = await server`
      select name from unnest(${tables.map(({ name }) => name)}::text[]) as name
      where not has_table_privilege(quote_ident(name), 'select') or not has_table_privilege(quote_ident(name), 'insert')`;
    expect(lacking).toEqual([]);
    const withoutUpdate = await server`
      select name from unnest(${tables.map(({ name }) => name)}::text[]) as name where not has_table_privilege(quote_ident(name), 'update') order by name`;
    expect(withoutUpdate.map(({ name }) => String(name))).toEqual(
      [...appendOnly.map(([table]) => table), "closed_lines", "lease_terms", "payee_cards"].toSorted(),
    );
  });
});

it("takes over a queue that an earlier version created as the owner, and gets rights to existing tables", async () => {
  const older = await createEmptyDatabase();
  const sql = postgres(older.url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(`create schema pgboss; create type pgboss.job_state as enum ('created'); create table pgboss.job (id serial, state pgboss.job_state);
      create function pgboss.create_queue() returns void language sql as 'select'`);
    await migrateDatabase(older.url);
    await migrateDatabase(older.url);
    const mine = postgres(await ensureServerRole(older.url, "hearth"), { max: 1 });
    await mine.unsafe(
      "drop function pgboss.create_queue(); alter table pgboss.job add column name text; insert into pgboss.job (state) values ('created')",
    );
    await mine`update users set first_name = first_name`;
    await mine.end();
  } finally {
    await sql.end();
    await older.close();
  }
});
