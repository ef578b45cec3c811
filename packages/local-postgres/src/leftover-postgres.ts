import { readdir, readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endLeftoverProcess } from "@hearth/processes/leftover-process";

const childrenLimitMs = 10_000;

/**
 * Ends a PostgreSQL that an earlier run left behind in this folder, and removes a lock file whose process is gone.
 *
 * The lock file has to go even when its number belongs to a stranger by now: PostgreSQL would take that for itself.
 */
export async function stopLeftoverPostgres(dataDir: string): Promise<void> {
  const lockFile = join(dataDir, "postmaster.pid");
  const pid = Number.parseInt(await readFile(lockFile, "utf8").catch(() => ""), 10);
  if (!(pid > 1)) return;
  await endLeftoverProcess(pid, dataDir, "SIGINT", "SIGQUIT"); // "fast" and "immediate shutdown" in PostgreSQL's words
  await childrenGone(dataDir);
  await rm(lockFile, { force: true });
}

/**
 * A server that was killed leaves children, which end by themselves within moments; without the lock file nothing else would keep a new
 * server from writing to the same files meanwhile. They work in the database's folder. Only Linux tells; elsewhere nobody is waited for.
 */
async function childrenGone(dataDir: string): Promise<void> {
  for (const end = Date.now() + childrenLimitMs; Date.now() < end; await sleep(20)) {
    const pids = await readdir("/proc").catch(() => []);
    const folders = await Promise.all(pids.filter((name) => /^\d+$/.test(name)).map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
    if (!folders.includes(dataDir)) return;
  }
}
