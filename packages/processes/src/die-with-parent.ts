import { isMainThread } from "node:worker_threads";

// Preloaded into every Node program that `startNode` starts (`node --import`): when the starter lets go of the channel to it, or is gone in whatever
// way, the channel closes. The program then ends as on SIGTERM, in order first and after ten seconds in any case; on every system, unlike the signal.
const limitMs = 10_000;

function end(): void {
  setTimeout(() => process.exit(1), limitMs).unref();
  if (!process.emit("SIGTERM", "SIGTERM")) process.exit(1);
}

if (isMainThread) {
  process.channel?.unref();
  if (process.connected) process.on("disconnect", end);
  else end();
}
