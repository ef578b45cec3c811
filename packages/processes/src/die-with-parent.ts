import { isMainThread } from "node:worker_threads";

// Preloaded into every Node program that `startNode` starts (`node --import`). The IPC channel closes when the starter disconnects or dies
// in any way. The program then ends as on SIGTERM: in order first, and after ten seconds by force. Unlike the signal, this works on every
// system.
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
