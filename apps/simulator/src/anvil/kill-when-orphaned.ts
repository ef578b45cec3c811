// A small process of its own: `node kill-when-orphaned.ts <pid>`. Its standard input is a pipe from the process that
// started anvil. When that process is gone, in whatever way, the pipe closes, and anvil is killed.
const pid = Number(process.argv[2]);

process.stdin.resume();
process.stdin.on("end", () => {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended by itself
  }
});

export {};
