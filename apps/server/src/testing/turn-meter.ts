import { createServer } from "node:http";
import { isMainThread } from "node:worker_threads";

/**
 * Measures the turns of a server's event loop from inside the server's process, which loads this file with `node --import`. No other request is
 * answered during a turn, so its CPU time is how long the process delays everybody else. CPU time of other threads does not count.
 * POST /begin resets the figures. POST /end returns a `TurnFigures`.
 */
export interface TurnFigures {
  /** The CPU time of the longest turn, in milliseconds. */
  longestMs: number;
  turns: number;
  /** The largest heap at the end of a turn, in megabytes, garbage included. */
  highestHeapMb: number;
  /** The CPU time of a fixed piece of work, in milliseconds. Shows the speed of this machine. */
  yardstickMs: number;
}

/** The environment variable with the port of the meter. */
export const meterPort = "TURN_METER_PORT";

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const sample = JSON.stringify(Array.from({ length: 2_000 }, (_, at) => ({ at, name: `Tenant ${at}`, cents: at * 97 })));

/** Parses and writes the same JSON ten times, the largest cost of exports. Returns the best of three in milliseconds. */
function measureYardstick(): number {
  const tries = [1, 2, 3].map(() => {
    const startedCpuMs = cpuMs();
    for (let count = 0; count < 10; count += 1) JSON.stringify(JSON.parse(sample));
    return cpuMs() - startedCpuMs;
  });
  return Math.min(...tries);
}

/** Measures turns of this thread's event loop from now on, until the returned function is called. */
export function measureTurns(): () => Omit<TurnFigures, "yardstickMs"> {
  const state = { isMeasuring: true };
  let [longestMs, turns, before, highestHeap] = [0, 0, cpuMs(), 0];
  const turn = () => {
    if (!state.isMeasuring) return;
    longestMs = Math.max(longestMs, cpuMs() - before);
    turns += 1;
    highestHeap = Math.max(highestHeap, process.memoryUsage().heapUsed);
    before = cpuMs();
    setTimeout(turn, 1);
  };
  setTimeout(turn, 1);
  return () => {
    state.isMeasuring = false;
    return { longestMs, turns, highestHeapMb: highestHeap / 1_000_000 };
  };
}

const port = process.env[meterPort];
if (port !== undefined && isMainThread) {
  let end = measureTurns();
  const meter = createServer((request, response) => {
    request.resume();
    const figures = end();
    if (request.url === "/begin") {
      end = measureTurns();
      response.end("{}");
    } else response.end(JSON.stringify({ ...figures, yardstickMs: measureYardstick() } satisfies TurnFigures));
  });
  meter.listen(Number(port), "127.0.0.1").unref();
}
