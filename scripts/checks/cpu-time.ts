import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second towards programs, whatever it does inside. */
const ticksPerSecond = 100;

/**
 * The processor seconds, user and system, of every program that this one has started and that has ended, with all that those had started.
 * Null where the system does not say, which only Linux does.
 */
export function cpuSecondsOfChildren(): number | null {
  try {
    return childSecondsIn(readFileSync("/proc/self/stat", "utf8"));
  } catch {
    return null;
  }
}

/**
 * The processor seconds of ended children in the text of a `/proc/<pid>/stat`: its fields 16 and 17. The second field is a name that may hold
 * spaces and brackets.
 */
export function childSecondsIn(stat: string): number {
  const fromThird = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fromThird[13]) + Number(fromThird[14])) / ticksPerSecond;
}
