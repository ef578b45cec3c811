import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import postgres from "postgres";
import { z } from "zod";
import { grantToServers } from "./server-role.ts";

/** Folder of the generated migrations. */
export const migrationsFolder = fileURLToPath(new URL("../../../drizzle", import.meta.url));

/** Creation time of the newest migration that this code has, in milliseconds. */
export function newestMigration(): number {
  return Math.max(...readMigrationFiles({ migrationsFolder }).map((migration) => migration.folderMillis));
}

/** A migration that waits for a table longer than this gives way to the queue behind it, then retries. */
const lockTimeoutMs = 3_000;
const maxTries = 20;
const pauseMs = 500;

/**
 * Migrates a database to the newest migration, or to an older one (`upTo`) when restoring a backup of that version. Processes that start
 * together take turns. Then grants the servers' role its rights. Each file runs in its own transaction. A file that builds an index
 * concurrently runs without one, because PostgreSQL requires that.
 */
export async function migrateDatabase(url: string, upTo = newestMigration(), folder = migrationsFolder): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await takeTurn(client);
    await client.unsafe(`set lock_timeout = ${lockTimeoutMs}`);
    await makeRegister(client);
    const applied = await newestIn(client);
    const pending = readMigrationFiles({ migrationsFolder: folder }).filter(({ folderMillis: at }) => at > applied && at <= upTo);
    for (const migration of pending) await unlessBlocked(() => run(client, migration));
    await unlessBlocked(() => grantToServers(client));
  } finally {
    await client.end();
  }
}

/** Polls for the lock. A process that waited inside a statement would block a concurrent index build forever. */
async function takeTurn(client: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await client<{ ours: boolean }[]>`select pg_try_advisory_lock(hashtext('hearth migrations')) as ours`;
    if (row?.ours) return;
    await sleep(pauseMs);
  }
}

/** Creates the table in which drizzle-kit looks for applied migrations. */
async function makeRegister(client: postgres.Sql): Promise<void> {
  await client`create schema if not exists drizzle`;
  await client`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
}

async function unlessBlocked(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || tries === maxTries) throw error;
      await sleep(pauseMs);
    }
  }
}

async function run(client: postgres.Sql, migration: MigrationMeta): Promise<void> {
  const apply = async (sql: postgres.Sql | postgres.TransactionSql) => {
    for (const statement of migration.sql) await sql.unsafe(statement);
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.folderMillis})`;
  };
  const isConcurrent = migration.sql.some((statement) => /\bconcurrently\b/i.test(statement));
  await (isConcurrent ? apply(client) : client.begin(apply));
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === "55P03";
}

/** True if a database has every migration that this code needs. Rejects if the database is away. */
export async function isMigrated(url: string): Promise<boolean> {
  return (await newestApplied(url)) >= newestMigration();
}

/** Returns the names of the migrations that a database lacks, in order. Rejects if the database is away. */
export async function listPendingMigrations(url: string): Promise<string[]> {
  const [applied, { entries }] = await Promise.all([newestApplied(url), readJournal()]);
  return entries.filter(({ when }) => when > applied).map(({ tag }) => tag);
}

async function newestApplied(url: string): Promise<number> {
  const client = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    return await newestIn(client);
  } finally {
    await client.end();
  }
}

/** Creation time of the newest migration applied to a database, in milliseconds; 0 if there is none. */
async function newestIn(client: postgres.Sql): Promise<number> {
  const [table] = await client`select to_regclass('drizzle.__drizzle_migrations') as name`;
  if (table?.["name"] === null) return 0;
  const [applied] = await client`select max(created_at)::text as at from drizzle.__drizzle_migrations`;
  return Number(applied?.["at"] ?? 0);
}

const journalSchema = z.looseObject({ entries: z.looseObject({ when: z.number(), tag: z.string() }).array() });

async function readJournal(): Promise<z.output<typeof journalSchema>> {
  return journalSchema.parse(JSON.parse(await readFile(join(migrationsFolder, "meta", "_journal.json"), "utf8")));
}
