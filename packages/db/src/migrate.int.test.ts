import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterEach, beforeEach, expect, it } from "vitest";
import { migrateDatabase } from "./migrate.ts";
import { createEmptyDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let folder: string;
let sql: postgres.Sql;
beforeEach(async () => {
  [database, folder] = await Promise.all([createEmptyDatabase(), mkdtemp(join(tmpdir(), "hearth-migrations-"))]);
  sql = postgres(database.url, { onnotice: () => {} });
});
afterEach(async () => {
  await sql.end({ timeout: 1 });
  await Promise.all([database.close(), rm(folder, { recursive: true })]);
});

/** Runs these migration files in order, except those that have run already. */
async function migrate(...files: string[]): Promise<void> {
  await lay(files);
  await migrateDatabase(database.url, files.length, folder);
}

async function lay(files: string[]): Promise<void> {
  await mkdir(join(folder, "meta"), { recursive: true });
  const entries = files.map((_, place) => ({ idx: place, version: "7", when: place + 1, tag: `000${place}`, breakpoints: true }));
  await writeFile(join(folder, "meta", "_journal.json"), JSON.stringify({ version: "7", dialect: "postgresql", entries }));
  for (const [place, file] of files.entries()) await writeFile(join(folder, `000${place}.sql`), file);
}

const table = "create table notes (id int primary key, word text)";

it("lets writers pass while a migration cannot lock its table, and runs it later", async () => {
  await migrate(table);
  const [isRead, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reader = sql.begin(async (tx) => {
    await tx`select * from notes`;
    isRead.resolve();
    await released.promise;
  });
  await isRead.promise;
  const migrating = migrate(table, "alter table notes add column kind text");
  await expect.poll(async () => (await sql`select 1 from pg_locks where relation = 'notes'::regclass and not granted`).length).toBe(1);
  const writing = sql.begin(async (tx) => {
    await tx`set local lock_timeout = '60s'`; // a migration that keeps its lock must fail the test, not stall it
    await tx`insert into notes (id, word) values (1, 'while a reader holds the table and the migration waits')`;
  });
  await writing.finally(released.resolve);
  await reader;
  await migrating;
  expect(await sql`select id, kind from notes`).toEqual([{ id: 1, kind: null }]);
});

it("builds an index concurrently, in one of two processes that start together", async () => {
  const files = [
    table,
    "drop index concurrently if exists words;\n--> statement-breakpoint\ncreate index concurrently words on notes (word)",
  ];
  await migrate(table);
  await lay(files);
  await Promise.all(files.map(() => migrateDatabase(database.url, files.length, folder)));
  expect(await sql`select indisvalid as valid from pg_index where indexrelid = 'words'::regclass`).toEqual([{ valid: true }]);
  expect(await sql`select count(*)::int as count from drizzle.__drizzle_migrations`).toEqual([{ count: 2 }]);
});

it("rolls back a failing file and keeps the files before it", async () => {
  await expect(
    migrate(table, "alter table notes add column kind text;\n--> statement-breakpoint\nselect nothing_of_the_kind()"),
  ).rejects.toThrow("nothing_of_the_kind");
  expect(await sql`select * from notes`).toEqual([]);
  expect((await sql`select * from information_schema.columns where table_name = 'notes'`).map((column) => column["column_name"])).toEqual([
    "id",
    "word",
  ]);
});
