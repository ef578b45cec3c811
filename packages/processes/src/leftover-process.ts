import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { runProgram } from "./run-program.ts";

const limitMs = 10_000;

/** Returns the command line of a running process, or an empty string if there is none. A zombie counts as none. */
export async function commandLine(pid: number): Promise<string> {
  const inProc = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (inProc !== undefined) return inProc.replaceAll("\0", " ");
  if (process.platform === "linux") return "";
  const { stdout } = await runProgram(["ps", "-o", "command=", "-p", String(pid)]);
  return stdout.trim();
}

/**
 * Ends a process of an earlier run: sends `ask`, waits 10 seconds, then sends `insist`.
 *
 * Its pid may belong to an unrelated process by now. It is signalled only if its command line contains `mark`.
 */
export async function endLeftoverProcess(pid: number, mark: string, ask: NodeJS.Signals, insist: NodeJS.Signals): Promise<void> {
  for (const signal of [ask, insist]) {
    if (!(await commandLine(pid)).includes(mark)) return;
    process.kill(pid, signal);
    for (const end = Date.now() + limitMs; Date.now() < end; await sleep(50)) {
      if (!(await commandLine(pid)).includes(mark)) return;
    }
  }
}
