import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
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
