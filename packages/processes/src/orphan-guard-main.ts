import { createInterface } from "node:readline";

// A separate process that kills programs which cannot watch for their starter's death. Its standard input is a pipe from the starter, and
// names the programs: `+<pid>` started, `-<pid>` ended. When the starter dies in any way, the pipe closes, and every program still running
// is killed.
const pids = new Set<number>();

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const pid = Number(line.slice(1));
    if (line.startsWith("+")) pids.add(pid);
    else pids.delete(pid);
  })
  .on("close", () => {
    for (const pid of pids) kill(pid);
  });

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}
