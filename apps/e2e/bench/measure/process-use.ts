import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** The memory that a process holds, in MB. */
export async function rssOf(pid: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Math.round(Number(stdout) / 1_024);
}

/** Linux counts in hundredths of a second. */
const tickMs = 10;
/** The places of user and system time behind the name, proc(5). */
const [userPlace, systemPlace] = [11, 12];

/** How long the processors have worked for a process so far, in ms; null where the system does not say it as Linux does. */
export async function processorMs(pid: number | undefined): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[userPlace]) + Number(fields[systemPlace])) * tickMs;
}
