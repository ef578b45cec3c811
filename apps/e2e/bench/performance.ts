import postgres from "postgres";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { checkFilled } from "./fill/fill-database.ts";
import { demoSize } from "./fill/shape.ts";
import { rssOf } from "./measure/process-use.ts";
import { measure, type Measured, stretchesOf, warmUp } from "./measure/rounds.ts";
import { openStatementCounter } from "./measure/statements.ts";
import { readScans, scansSince } from "./measure/scans.ts";
import { requireSameAnswers, worksOf } from "./measure/work.ts";
import { startComparison, startWorld, type World } from "./measure/world.ts";
import { writePage } from "./report/page.ts";
import { keepRun, type Run } from "./report/results.ts";
import { factsOf, workTable } from "./report/tables.ts";

/**
 * Measures the product's speed with a given number of payments, beside the floor and a peer. Starts everything that it needs, ends within
 * ten minutes, prints one table, and writes docs/performance.md. `npm run bench -- --payments 1000000`
 */
const limitMs = 10 * 60_000;
const reserveMs = 120_000;
/** Limit for one statement of the check of the filled rows. */
const maxCheckSeconds = 90;
/** Length of one load period. The load generator counts in whole seconds. */
const seconds = { most: 3, least: 2 };

const startedMs = performance.now();
const { values } = parseArgs({ options: { payments: { type: "string", default: String(demoSize) } } });
const payments = Number(values.payments);
const logProgress = (text: string) => process.stderr.write(`${((performance.now() - startedMs) / 1_000).toFixed(0)} s: ${text}\n`);

logProgress(`filling a database with ${payments} payments`);
const world = await startWorld(payments);
try {
  const stateCheck = await timeStateCheck(world);
  const scansBefore = await readScans(world.databaseUrl);
  const works = await measureAll(world);
  const scanned = scansSince(scansBefore, await readScans(world.databaseUrl));
  const secondsLeft = Math.min(maxCheckSeconds, (limitMs - (performance.now() - startedMs)) / 1_000);
  logProgress(`reading the whole state, for ${secondsLeft.toFixed(0)} s at most`);
  const wholeStateCheckSeconds = await checkFilled(world.databaseUrl, secondsLeft);
  const { seconds: filled, people } = world.filled;
  const run: Run = {
    payments,
    payers: people.payers.length,
    landlords: people.landlords.length,
    day: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)} in the last minute`,
    fill: {
      rowsSeconds: filled.rows,
      indexesSeconds: filled.indexes,
      vacuumSeconds: filled.vacuum,
      megabytes: await sizeOf(world.databaseUrl),
    },
    memory: { idleMb: world.idleMb, loadedMb: await rssOf(world.product.pid) },
    wholeStateCheckSeconds,
    stateCheck,
    scanned,
    works,
  };
  await keepRun(run);
  await writePage();
  process.stdout.write(`${factsOf(run).join("\n")}\n\n${workTable(run)}\n`);
} finally {
  await world.stop();
}

async function measureAll(measured: World): Promise<Measured[]> {
  const [floor, peer] = [await startComparison("floor", measured), await startComparison("peer", measured)];
  const counter = await openStatementCounter(measured.databaseUrl);
  try {
    const works = worksOf(measured);
    logProgress("comparing the answers of the product, the floor and the peer");
    await requireSameAnswers(works, measured.product.url, [floor.url, peer.url]);
    const secondsForLoad = (limitMs - reserveMs - (performance.now() - startedMs)) / 1_000;
    const secondsEach = Math.min(seconds.most, Math.max(seconds.least, Math.floor(secondsForLoad / stretchesOf(works) - 1)));
    const servers = { product: measured.product, floor, peer };
    logProgress("asking for everything once");
    await warmUp(measured.product, works);
    const compared = works.filter(({ shareToReach }) => shareToReach !== null);
    for (const server of [floor, peer]) await warmUp(server, compared);
    const results: Measured[] = [];
    for (const work of works) {
      logProgress(work.name);
      results.push(await measure(work, servers, secondsEach, counter));
    }
    return results;
  } finally {
    await counter.close();
    await floor.stop();
    await peer.stop();
  }
}

async function timeStateCheck({ product, admin }: World): Promise<Run["stateCheck"]> {
  const checkStartedMs = performance.now();
  try {
    const { invariants } = product.client(admin).operations;
    for (let answer = await invariants.query({}); ; answer = await invariants.query({ at: answer.next })) {
      if (answer.broken.length > 0) return { failure: answer.broken[0] ?? "" };
      if (answer.next === null) break;
    }
    return { seconds: (performance.now() - checkStartedMs) / 1_000 };
  } catch (error) {
    return {
      failure: `${error instanceof Error ? error.message : String(error)} (after ${((performance.now() - checkStartedMs) / 1_000).toFixed(0)} s)`,
    };
  }
}

async function sizeOf(databaseUrl: string): Promise<number> {
  const sql = postgres(databaseUrl, { max: 1 });
  const [row] = await sql<{ megabytes: number }[]>`select (pg_database_size(current_database()) / 1048576)::int as megabytes`;
  await sql.end();
  return row?.megabytes ?? 0;
}
