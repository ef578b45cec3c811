import { appendFile, chown, cp, mkdtemp, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { quickFolder } from "./quick-folder.ts";

/** What a PostgreSQL must be started with that another one follows, and the other one as well. */
export const replicating = ["wal_level=replica", "max_wal_senders=10"];

/**
 * Starts a second PostgreSQL that follows one of ours by streaming: a copy of its folder, taken while it runs. It takes no changes but the other's.
 *
 * @param primary one that was started with `replicating` among its settings, and its folder
 * @param logFile where its log goes, every statement in it
 */
export async function startStandby(primary: { url: string; dataDir: string }, logFile?: string): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(await quickFolder(), "hearth-pg-"));
  const sql = postgres(primary.url, { max: 1, onnotice: () => {} });
  await sql`select pg_backup_start('standby', true)`;
  const isCopied = (path: string) => !/postmaster\.(pid|opts)$|pg_wal\/.+/.test(path);
  await cp(primary.dataDir, dataDir, { recursive: true, filter: isCopied });
  const [stopped] = await sql<{ label: string }[]>`select labelfile as label from pg_backup_stop()`;
  await sql.end();
  await writeFile(join(dataDir, "backup_label"), stopped?.label ?? "");
  await writeFile(join(dataDir, "standby.signal"), "");
  const { hostname, port, username, password } = new URL(primary.url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  await appendFile(join(dataDir, "postgresql.auto.conf"), `\nprimary_conninfo = '${conninfo}'\n`);
  await giveLike(primary.dataDir, dataDir);
  const log = logFile === undefined ? {} : { logFile };
  const settings = [...replicating, ...(logFile === undefined ? [] : ["log_statement=all"])];
  return startEmbeddedPostgres({ dataDir, persistent: false, settings, ...log });
}

/** Gives a folder with all that is in it to the account that has another one: PostgreSQL takes no other. */
async function giveLike(model: string, folder: string): Promise<void> {
  const { uid, gid } = await stat(model);
  const inside = await readdir(folder, { recursive: true });
  for (const path of [folder, ...inside.map((name) => join(folder, name))]) await chown(path, uid, gid);
}
