import { execFile } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
const politeLimitMs = 10_000;

/**
 * Ends a PostgreSQL that an earlier run left behind in this folder, and removes a lock file whose process is gone.
 *
 * After `kill -9` the number in the lock file may have passed to a stranger, so a process is only touched when its command line
 * names this very folder.
 */
export async function stopLeftoverPostgres(dataDir: string): Promise<void> {
  const lockFile = join(dataDir, "postmaster.pid");
  const pid = await readPid(lockFile);
  if (pid === undefined) return;
  if ((await commandLine(pid)).includes(dataDir)) {
    process.kill(pid, "SIGINT"); // "fast shutdown" in PostgreSQL's words
    if (!(await gone(pid, politeLimitMs))) process.kill(pid, "SIGQUIT");
    await gone(pid, politeLimitMs);
  }
  await rm(lockFile, { force: true });
}

async function readPid(lockFile: string): Promise<number | undefined> {
  const text = await readFile(lockFile, "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}

async function commandLine(pid: number): Promise<string> {
  const inProc = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (inProc !== undefined) return inProc.replaceAll("\0", " ");
  if (process.platform === "linux") return "";
  const listed = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return listed.stdout;
}

async function gone(pid: number, limitMs: number): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(50)) {
    if ((await commandLine(pid)) === "") return true;
  }
  return false;
}
