import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { runProgram } from "./run-program.ts";

const limitMs = 10_000;

/** The command line of a running process; empty when there is none of that number (a finished one nobody has asked after counts as none). */
export async function commandLine(pid: number): Promise<string> {
  const inProc = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (inProc !== undefined) return inProc.replaceAll("\0", " ");
  if (process.platform === "linux") return "";
  const { stdout } = await runProgram(["ps", "-o", "command=", "-p", String(pid)]);
  return stdout.trim();
}

/**
 * Ends a process of an earlier run: asks, waits, insists.
 *
 * Its number may meanwhile have passed to a stranger, so it is touched only when its command line contains `mark`.
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
