import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { z } from "zod";

/** Where the generated migrations are. */
export const migrationsFolder = fileURLToPath(new URL("../../../drizzle", import.meta.url));

/** The newest migration that this code has, by the moment it was made. */
export function newestMigration(): number {
  return Math.max(...readMigrationFiles({ migrationsFolder }).map((migration) => migration.folderMillis));
}

/**
 * Brings a database up to the newest migration, or to an older one, as a backup of that time needs it; processes that start together take
 * turns.
 */
export async function migrateDatabase(url: string, upTo = newestMigration()): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const folder = upTo < newestMigration() ? await copyMigrations(upTo) : migrationsFolder;
  try {
    await client`select pg_advisory_lock(hashtext('hearth migrations'))`;
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    await client.end();
    if (folder !== migrationsFolder) await rm(folder, { recursive: true, force: true });
  }
}

const journalSchema = z.looseObject({ entries: z.looseObject({ when: z.number(), tag: z.string() }).array() });

/** A folder with the migrations up to one of them; the library takes all that a folder has. */
async function copyMigrations(upTo: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "hearth-migrations-"));
  const journal = await readJournal();
  const entries = journal.entries.filter(({ when }) => when <= upTo);
  await mkdir(join(folder, "meta"));
  await writeFile(join(folder, "meta", "_journal.json"), JSON.stringify({ ...journal, entries }));
  for (const { tag } of entries) await copyFile(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
  return folder;
}

/** Whether a database has every migration that this code was written for. Fails when the database is away. */
export async function isMigrated(url: string): Promise<boolean> {
  return (await newestApplied(url)) >= newestMigration();
}

/** The names of the migrations that a database lacks, in their order. Fails when the database is away. */
export async function listPendingMigrations(url: string): Promise<string[]> {
  const [applied, { entries }] = await Promise.all([newestApplied(url), readJournal()]);
  return entries.filter(({ when }) => when > applied).map(({ tag }) => tag);
}

/** The newest migration of a database, by the moment it was made; 0 before the first. */
async function newestApplied(url: string): Promise<number> {
  const client = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    const [table] = await client`select to_regclass('drizzle.__drizzle_migrations') as name`;
    if (table?.["name"] === null) return 0;
    const [applied] = await client`select max(created_at)::text as at from drizzle.__drizzle_migrations`;
    return Number(applied?.["at"] ?? 0);
  } finally {
    await client.end();
  }
}

async function readJournal(): Promise<z.output<typeof journalSchema>> {
  return journalSchema.parse(JSON.parse(await readFile(join(migrationsFolder, "meta", "_journal.json"), "utf8")));
}
