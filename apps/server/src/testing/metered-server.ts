import { Agent, get } from "node:http";
import { fileURLToPath } from "node:url";
import { freePort } from "@hearth/processes/free-port";
import { type ServerProcess, startServerProcess } from "./server-process.ts";
import { meterPort, type TurnFigures } from "./turn-meter.ts";

/** The longest turn of the event loop that is allowed, in milliseconds of the process's own CPU time. */
const limitMs = 100;
/** The meter's yardstick on the machine that the limit was set on, in milliseconds. The limit of a slower machine is higher by the same factor. */
const usualYardstickMs = 12;
/** Compiling and garbage collection lengthen single tries. A call that holds the process does so in each. */
const tries = 5;

/** A server whose turns of the event loop are measured. */
export interface MeteredServer extends ServerProcess {
  meter(what: "begin" | "end"): Promise<TurnFigures>;
  /** Requests `/health/live` all the time during `work`, and returns the number of answers and the longest wait in milliseconds. */
  whileAsked<Answer>(work: () => Promise<Answer>): Promise<{ answer: Answer; asked: number; longestWaitMs: number }>;
  /** Does the work up to five times. Returns the figures of each try, or none once a try had only short turns. */
  figuresIfHeld(name: string, work: () => Promise<unknown>): Promise<TurnFigures[]>;
}

/** Starts a web server that measures the turns of its event loop. */
export async function startMeteredServer(databaseUrl: string): Promise<MeteredServer> {
  const port = await freePort();
  const nobody = "http://127.0.0.1:1";
  const server = await startServerProcess({
    DATABASE_URL: databaseUrl,
    RPC_URL: nobody,
    BROWSER_RPC_URL: nobody,
    ROLE: "web",
    NODE_OPTIONS: `--import ${fileURLToPath(new URL("turn-meter.ts", import.meta.url))}`,
    [meterPort]: String(port),
  });
  const meter: MeteredServer["meter"] = async (what) => (await fetch(`http://127.0.0.1:${port}/${what}`, { method: "POST" })).json();
  const whileAsked: MeteredServer["whileAsked"] = (work) => askDuring(server.url, work);
  return {
    ...server,
    meter,
    whileAsked,
    figuresIfHeld: async (name, work) => {
      const figures: TurnFigures[] = [];
      for (let count = 0; count < tries; count += 1) {
        await meter("begin");
        const startedMs = performance.now();
        const { asked, longestWaitMs } = await whileAsked(work);
        const took = performance.now() - startedMs;
        const measured = await meter("end");
        const cpu = `${measured.longestMs.toFixed(0)} ms of CPU time at most in one turn of ${measured.turns}`;
        const wall = `/health/live was answered ${asked} times in ${took.toFixed(0)} ms, after ${longestWaitMs.toFixed(0)} ms at most`;
        process.stderr.write(`${name}: ${cpu}, yardstick ${measured.yardstickMs.toFixed(1)} ms; ${wall}\n`);
        if (!isHeld(measured)) return [];
        figures.push(measured);
      }
      return figures;
    },
  };
}

function isHeld({ longestMs, yardstickMs }: TurnFigures): boolean {
  return longestMs > limitMs * Math.max(1, yardstickMs / usualYardstickMs);
}

async function askDuring<Answer>(url: string, work: () => Promise<Answer>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const state = { isOver: false };
  let [requestCount, longestWaitMs] = [0, 0];
  const asking = (async () => {
    while (!state.isOver) {
      const startedMs = performance.now();
      await new Promise<void>((resolve, reject) => {
        get(`${url}/health/live`, { agent }, (response) => response.resume().on("end", resolve)).on("error", reject);
      });
      requestCount += 1;
      longestWaitMs = Math.max(longestWaitMs, performance.now() - startedMs);
    }
  })();
  try {
    return { answer: await work(), asked: requestCount, longestWaitMs };
  } finally {
    state.isOver = true;
    await asking;
    agent.destroy();
  }
}
