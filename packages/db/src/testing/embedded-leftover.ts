import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { endLeftoverProcess } from "./leftover-process.ts";

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
  await rm(lockFile, { force: true });
}
