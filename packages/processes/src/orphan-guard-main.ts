import { createInterface } from "node:readline";

// A small process of its own, beside one that starts programs which are not ours. Its standard input is a pipe from that process and names the
// programs: `+<pid>` began, `-<pid>` ended. When the process is gone, in whatever way, the pipe closes, and what has not ended is killed.
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
    // It has ended by itself.
  }
}
