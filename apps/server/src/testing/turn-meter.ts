import { createServer } from "node:http";
import { isMainThread } from "node:worker_threads";

/**
 * Measures the turns of a server's event loop, from the server's own process: `node --import` loads this beside it. A turn is what the process does before it
 * looks for the next request, so its CPU time is how long the process holds everybody else, on whatever machine. CPU time of other threads does not count.
 * POST /begin forgets what was measured; POST /end answers a `TurnFigures`.
 */
export interface TurnFigures {
  /** The CPU time of the longest turn, in milliseconds. */
  longestMs: number;
  turns: number;
  /** The most memory that the process's objects took at the end of a turn, in megabytes, those among them that nobody needs any more. */
  highestHeapMb: number;
  /** The CPU time of a fixed piece of work here and now, in milliseconds: how fast this machine is for this process. */
  yardstickMs: number;
}

/** The environment variable with the port of the meter. */
export const meterPort = "TURN_METER_PORT";

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const sample = JSON.stringify(Array.from({ length: 2_000 }, (_, at) => ({ at, name: `Tenant ${at}`, cents: at * 97 })));

/** Reads and writes the same JSON ten times, which is what exports cost most. The best of three: only the machine makes one slower than another. */
function measureYardstick(): number {
  const tries = [1, 2, 3].map(() => {
    const begun = cpuMs();
    for (let count = 0; count < 10; count += 1) JSON.stringify(JSON.parse(sample));
    return cpuMs() - begun;
  });
  return Math.min(...tries);
}

const port = process.env[meterPort];
if (port !== undefined && isMainThread) {
  let isMeasuring = false;
  let [longestMs, turns, before, highestHeap] = [0, 0, 0, 0];
  const turn = () => {
    if (!isMeasuring) return;
    const now = cpuMs();
    longestMs = Math.max(longestMs, now - before);
    turns += 1;
    highestHeap = Math.max(highestHeap, process.memoryUsage().heapUsed);
    before = cpuMs();
    setTimeout(turn, 1);
  };
  const meter = createServer((request, response) => {
    request.resume();
    if (request.url === "/begin") {
      isMeasuring = true;
      [longestMs, turns, before, highestHeap] = [0, 0, cpuMs(), 0];
      setTimeout(turn, 1);
      response.end("{}");
      return;
    }
    isMeasuring = false;
    response.end(
      JSON.stringify({ longestMs, turns, highestHeapMb: highestHeap / 1_000_000, yardstickMs: measureYardstick() } satisfies TurnFigures),
    );
  });
  meter.listen(Number(port), "127.0.0.1").unref();
}
