import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

/** Resident memory of a process in MB. */
export async function rssOf(pid: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "rss=", "-p", String(pid)]);
  return Math.round(Number(stdout) / 1_024);
}

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** Returns the fields of proc(5) after the process name; null if there is no such process, or the system is not Linux. */
async function statOf(pid: number | string | undefined): Promise<string[] | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return stat === null ? null : stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

const parentPlace = 1;
/** Fields of the user and system time of the process itself, and of its terminated children. */
const ownPlaces = [11, 12];
const withChildrenPlaces = [...ownPlaces, 13, 14];

function worked(stat: string[], places: number[]): number {
  return places.reduce((sum, place) => sum + Number(stat[place]) * tickMs, 0);
}

/** CPU time of a process so far, in ms; null if the system is not Linux. */
export async function processorMs(pid: number | undefined): Promise<number | null> {
  const stat = await statOf(pid);
  return stat === null ? null : worked(stat, ownPlaces);
}

/** Returns a process's parent. @throws if the system is not Linux. */
export async function parentOf(pid: number): Promise<number> {
  const stat = await statOf(pid);
  if (stat === null) throw new Error("Cannot read /proc: this needs Linux");
  return Number(stat[parentPlace]);
}

/** CPU time of a process and its children so far, in ms. */
export async function processorMsOfFamily(pid: number): Promise<number> {
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const children = (await Promise.all(names.map(statOf))).flatMap((stat) => (Number(stat?.[parentPlace]) === pid && stat ? [stat] : []));
  const parentUse = await statOf(pid);
  return [...(parentUse ? [parentUse] : []), ...children].reduce((sum, stat) => sum + worked(stat, withChildrenPlaces), 0);
}
