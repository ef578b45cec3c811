import { readdir, readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endLeftoverProcess } from "@hearth/processes/leftover-process";

const childrenLimitMs = 10_000;

/**
 * Ends a PostgreSQL that an earlier run left in this folder, and removes the lock file of a dead process.
 *
 * The lock file has to go even if its pid belongs to an unrelated process by now. PostgreSQL would take that process for itself.
 */
export async function stopLeftoverPostgres(dataDir: string): Promise<void> {
  const lockFile = join(dataDir, "postmaster.pid");
  const pid = Number.parseInt(await readFile(lockFile, "utf8").catch(() => ""), 10);
  if (!(pid > 1)) return;
  await endLeftoverProcess(pid, dataDir, "SIGINT", "SIGQUIT"); // PostgreSQL's "fast" and "immediate" shutdown
  await childrenGone(dataDir);
  await rm(lockFile, { force: true });
}

/**
 * Waits for the children of a killed server, which end within moments. Without the lock file, a new server could write to the same files
 * meanwhile. They are found by their working directory, the database's folder. Only Linux shows that; other systems do not wait.
 */
async function childrenGone(dataDir: string): Promise<void> {
  for (const end = Date.now() + childrenLimitMs; Date.now() < end; await sleep(20)) {
    const pids = await readdir("/proc").catch(() => []);
    const folders = await Promise.all(pids.filter((name) => /^\d+$/.test(name)).map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
    if (!folders.includes(dataDir)) return;
  }
}
