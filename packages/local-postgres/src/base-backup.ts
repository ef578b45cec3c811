import { chmod, chown, cp, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";

/**
 * Copies the folder of a running PostgreSQL, so that another server can start from it. After replaying the log of the copy, that server has
 * the state of a moment between start and end. Does not support custom tablespaces. @param from the running server's address and folder
 * @param dataDir the folder of the copy; created if missing, otherwise empty
 */
export async function takeBaseBackup(from: { url: string; dataDir: string }, dataDir: string): Promise<void> {
  const sql = postgres(from.url, { max: 1, onnotice: () => {} });
  await sql`select pg_backup_start('copy', true)`; // lasts as long as this connection
  // PostgreSQL creates and removes caches and temporary files at any time. Its documentation says that a copy needs none of them.
  const isCopied = (path: string) => !/postmaster\.(pid|opts)$|pg_wal\/.+|pg_internal\.init[^/]*$|pgsql_tmp|pg_stat_tmp\/.+/.test(path);
  await mkdir(dataDir, { recursive: true });
  await cp(from.dataDir, dataDir, { recursive: true, preserveTimestamps: true, filter: isCopied });
  const [stopped] = await sql<{ label: string }[]>`select labelfile as label from pg_backup_stop()`;
  await sql.end();
  await writeFile(join(dataDir, "backup_label"), stopped?.label ?? "");
  await copyOwner(from.dataDir, dataDir);
}

/**
 * Gives a folder and its content to the owner of another folder, with access for that owner only. PostgreSQL refuses any other permissions.
 */
export async function copyOwner(model: string, folder: string): Promise<void> {
  const { uid, gid } = await stat(model);
  const inside = await readdir(folder, { recursive: true });
  for (const path of [folder, ...inside.map((name) => join(folder, name))]) await chown(path, uid, gid);
  await chmod(folder, 0o700);
}
