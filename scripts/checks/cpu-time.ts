import { readFileSync } from "node:fs";

/** Linux reports process times in hundredths of a second, whatever its internal resolution. */
const ticksPerSecond = 100;

/** Returns the CPU seconds, user and system, of all terminated children and their descendants. Null on systems other than Linux. */
export function cpuSecondsOfChildren(): number | null {
  try {
    return childSecondsIn(readFileSync("/proc/self/stat", "utf8"));
  } catch {
    return null;
  }
}

/**
 * Parses the CPU seconds of terminated children from a `/proc/<pid>/stat`: its fields 16 and 17. The second field is a name that may
 * contain spaces and brackets.
 */
export function childSecondsIn(stat: string): number {
  const fromThird = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fromThird[13]) + Number(fromThird[14])) / ticksPerSecond;
}
