import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** The memory that a process holds, in MB. */
export async function rssOf(pid: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Math.round(Number(stdout) / 1_024);
}

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** What proc(5) says of a process behind its name; null where there is none, or where the system does not say it as Linux does. */
async function statOf(pid: number | string | undefined): Promise<string[] | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return stat === null ? null : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

const parentPlace = 1;
/** User and system time of the process itself, and of its children that are gone. */
const ownPlaces = [11, 12];
const withChildrenPlaces = [...ownPlaces, 13, 14];

function worked(stat: string[], places: number[]): number {
  return places.reduce((sum, place) => sum + Number(stat[place]) * tickMs, 0);
}

/** How long the processors have worked for a process so far, in ms; null where the system does not say it as Linux does. */
export async function processorMs(pid: number | undefined): Promise<number | null> {
  const stat = await statOf(pid);
  return stat === null ? null : worked(stat, ownPlaces);
}

/** The process that started another one. @throws where the system does not say it as Linux does. */
export async function parentOf(pid: number): Promise<number> {
  const stat = await statOf(pid);
  if (stat === null) throw new Error("This system does not tell of its processes as Linux does");
  return Number(stat[parentPlace]);
}

/** How long the processors have worked for a process and all that it started, so far, in ms. */
export async function processorMsOfFamily(pid: number): Promise<number> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const children = (await Promise.all(names.map(statOf))).flatMap((stat) => (Number(stat?.[parentPlace]) === pid && stat ? [stat] : []));
  const own = await statOf(pid);
  return [...(own ? [own] : []), ...children].reduce((sum, stat) => sum + worked(stat, withChildrenPlaces), 0);
}
