import { appendFile, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ownLike, takeBaseBackup } from "./base-backup.ts";
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
  await takeBaseBackup(primary, dataDir);
  await writeFile(join(dataDir, "standby.signal"), "");
  const { hostname, port, username, password } = new URL(primary.url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  await appendFile(join(dataDir, "postgresql.auto.conf"), `\nprimary_conninfo = '${conninfo}'\n`);
  await ownLike(primary.dataDir, dataDir);
  const log = logFile === undefined ? {} : { logFile };
  const settings = [...replicating, ...(logFile === undefined ? [] : ["log_statement=all"])];
  return startEmbeddedPostgres({ dataDir, persistent: false, settings, ...log });
}
