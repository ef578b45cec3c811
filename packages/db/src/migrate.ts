import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";

/** Where the generated migrations are. */
export const migrationsFolder = fileURLToPath(new URL("../../../drizzle", import.meta.url));

/** Brings a database up to the newest migration; processes that start together take turns. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await client`select pg_advisory_lock(hashtext('hearth migrations'))`;
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}

/** Whether a database has every migration that this code was written for. Fails when the database is away. */
export async function isMigrated(url: string): Promise<boolean> {
  const newest = Math.max(...readMigrationFiles({ migrationsFolder }).map((migration) => migration.folderMillis));
  const client = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 10 });
  try {
    const [table] = await client`select to_regclass('drizzle.__drizzle_migrations') as name`;
    if (table?.["name"] === null) return false;
    const [applied] = await client`select max(created_at)::text as at from drizzle.__drizzle_migrations`;
    return Number(applied?.["at"] ?? 0) >= newest;
  } finally {
    await client.end();
  }
}
