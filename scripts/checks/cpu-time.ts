import { readFileSync } from "node:fs";

/** Clock ticks per second in /proc. Linux always reports hundredths of a second to programs. */
const ticksPerSecond = 100;

/**
 * Returns the CPU seconds (user and system) of all child programs that have ended, including their own children. Null on systems other than
 * Linux, which do not report them.
 */
export function cpuSecondsOfChildren(): number | null {
  try {
    return childSecondsIn(readFileSync("/proc/self/stat", "utf8"));
  } catch {
    return null;
  }
}

/**
 * Reads the CPU seconds of ended children from the text of a `/proc/<pid>/stat`: its fields 16 and 17. The second field is a name that may contain
 * spaces and brackets.
 */
export function childSecondsIn(stat: string): number {
  const fromThird = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fromThird[13]) + Number(fromThird[14])) / ticksPerSecond;
}
