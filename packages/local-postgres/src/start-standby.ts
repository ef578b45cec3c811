import { appendFile, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { copyOwner, takeBaseBackup } from "./base-backup.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { fastestFolder } from "./quick-folder.ts";

/** Settings that both a primary and its replica must be started with. */
export const replicating = ["wal_level=replica", "max_wal_senders=10"];

/**
 * Starts a second PostgreSQL that follows one of ours by streaming replication. It starts from a copy of the primary's folder, taken while
 * that runs, and is read-only. @param primary a server started with the `replicating` settings, and its folder @param logFile its log, with
 * every statement
 */
export async function startStandby(primary: { url: string; dataDir: string }, logFile?: string): Promise<EmbeddedPostgres> {
  const dataDir = await mkdtemp(join(await fastestFolder(), "hearth-pg-"));
  await takeBaseBackup(primary, dataDir);
  await writeFile(join(dataDir, "standby.signal"), "");
  const { hostname, port, username, password } = new URL(primary.url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  await appendFile(join(dataDir, "postgresql.auto.conf"), `\nprimary_conninfo = '${conninfo}'\n`);
  await copyOwner(primary.dataDir, dataDir);
  const log = logFile === undefined ? {} : { logFile };
  const settings = [...replicating, ...(logFile === undefined ? [] : ["log_statement=all"])];
  return startEmbeddedPostgres({ dataDir, persistent: false, settings, ...log });
}
