import { migrateDatabase } from "@hearth/db/migrate";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";

/** A migrated, empty database that writes to the disk as in production, and counts its statements. */
export interface BenchDatabase {
  url: string;
  stop(): Promise<void>;
}

/** Usual settings for a server of this size. PostgreSQL's defaults assume a machine of 1995. */
const settings = {
  shared_preload_libraries: "pg_stat_statements",
  shared_buffers: "1GB",
  effective_cache_size: "4GB",
  maintenance_work_mem: "512MB",
  max_wal_size: "16GB",
  random_page_cost: "1.1",
};

/** Starts PostgreSQL in a folder of its own, which is deleted afterwards. */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "hearth-bench-"));
  const dataDir = join(folder, "pg");
  const first = await startEmbeddedPostgres({ dataDir, persistent: true });
  const sql = postgres(first.url, { max: 1, onnotice: () => {} });
  for (const [name, value] of Object.entries(settings)) await sql.unsafe(`alter system set ${name} = '${value}'`);
  await sql.end();
  await first.stop();
  const server = await startEmbeddedPostgres({ dataDir, persistent: true });
  await migrateDatabase(server.url);
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
