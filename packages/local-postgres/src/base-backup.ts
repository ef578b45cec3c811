import { chmod, chown, cp, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import postgres from "postgres";

/**
 * Copies the folder of a PostgreSQL that runs, so that another one can begin with it: as it was at some moment between beginning and end, once it has
 * read the log of that time. For servers without tablespaces of their own.
 *
 * @param from where it runs, and its folder
 * @param dataDir the folder of the copy, which is made, or is empty
 */
export async function takeBaseBackup(from: { url: string; dataDir: string }, dataDir: string): Promise<void> {
  const sql = postgres(from.url, { max: 1, onnotice: () => {} });
  await sql`select pg_backup_start('copy', true)`; // holds as long as this connection does
  // A server makes and removes caches and temporary files at any time, and a copy needs none; PostgreSQL's documentation names them.
  const isCopied = (path: string) => !/postmaster\.(pid|opts)$|pg_wal\/.+|pg_internal\.init[^/]*$|pgsql_tmp|pg_stat_tmp\/.+/.test(path);
  await mkdir(dataDir, { recursive: true });
  await cp(from.dataDir, dataDir, { recursive: true, preserveTimestamps: true, filter: isCopied });
  const [stopped] = await sql<{ label: string }[]>`select labelfile as label from pg_backup_stop()`;
  await sql.end();
  await writeFile(join(dataDir, "backup_label"), stopped?.label ?? "");
  await ownLike(from.dataDir, dataDir);
}

/** Gives a folder with all that is in it to the account that has another one, and to it alone: PostgreSQL takes no other. */
export async function ownLike(model: string, folder: string): Promise<void> {
  const { uid, gid } = await stat(model);
  const inside = await readdir(folder, { recursive: true });
  for (const path of [folder, ...inside.map((name) => join(folder, name))]) await chown(path, uid, gid);
  await chmod(folder, 0o700);
}
