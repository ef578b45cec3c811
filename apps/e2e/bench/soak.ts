import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { figuresOf, load } from "./measure/load.ts";
import { rssOf } from "./measure/process-use.ts";
import { worksOf } from "./measure/work.ts";
import { startWorld } from "./measure/world.ts";
import { table } from "./report/tables.ts";

/**
 * Measures a server process's memory during minutes of every kind of work: before, after each minute, and after a minute of rest. Starts
 * everything that it needs. `npm run bench -- soak --minutes 10`
 */
const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" }, payments: { type: "string", default: "10000" } } });
const minutes = Number(values.minutes);
const restMs = 60_000;

const world = await startWorld(Number(values.payments));
try {
  // Calls that succeed with any size: a failing call says nothing about memory.
  const calls = worksOf(world).flatMap((work) => work.calls.slice(0, 4));
  const rows = [["before", "", "", "", `${world.idleMb} MB`]];
  for (let minute = 1; minute <= minutes; minute++) {
    const samples = await load(world.product, calls, 60);
    const figures = figuresOf([{ ...samples, failure: null }]);
    if ("failure" in figures) throw new Error(figures.failure);
    const waits = [figures.perSecond.toFixed(0), `${figures.p50.toFixed(0)} ms`, `${figures.p99.toFixed(0)} ms`];
    rows.push([`minute ${minute}`, ...waits, `${await rssOf(world.product.pid)} MB`]);
    process.stderr.write(`minute ${minute} of ${minutes}${samples.failure === null ? "" : `: ${samples.failure}`}\n`);
  }
  await sleep(restMs);
  rows.push(["after a minute of rest", "", "", "", `${await rssOf(world.product.pid)} MB`]);
  process.stdout.write(`${table(["when", "calls/s", "p50", "p99", "memory"], rows)}\n`);
} finally {
  await world.stop();
}
