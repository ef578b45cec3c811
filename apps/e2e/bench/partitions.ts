import { connectDatabase } from "@hearth/db/client";
import { ledgerRules } from "@hearth/server/features/settlement/checking/check-invariants";
import { checkStretch, stateBeginning } from "@hearth/server/features/settlement/checking/check-state";
import { parseArgs } from "node:util";
import { partitionByMonth } from "./measure/partition.ts";
import { openComparison } from "./measure/rounds.ts";
import { openStatementCounter } from "./measure/statements.ts";
import { worksOf } from "./measure/work.ts";
import { startWorld, type World } from "./measure/world.ts";
import { table } from "./report/tables.ts";

/**
 * Measures costs and benefits of monthly partitions. Two databases with the same payments and a server each get the same calls in turn. One
 * has its events and its journal in partitions. The product's code is the same for both. `npm run bench -- partitions --payments 200000`
 */
const rounds = 3;
const seconds = 2;

const { values } = parseArgs({ options: { payments: { type: "string", default: "200000" } } });
const payments = Number(values.payments);
const ms = (value: number) => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

const plain = await startWorld(payments);
try {
  let months = 0;
  const parted = await startWorld(payments, async (url) => {
    months = await partitionByMonth(url);
  });
  try {
    const rows = await compareWorks(plain, parted);
    rows.push(["a thousand payments of the check of the state", ...(await compareChecks(plain, parted))]);
    rows.push(["the oldest month of events, taken away", ...(await compareRemovals(plain, parted))]);
    const headings = [
      `${payments.toLocaleString("en-US")} payments`,
      "p50, one table",
      `${months} months`,
      "database, one table",
      `${months} months`,
    ];
    process.stdout.write(`${table(headings, rows)}\n`);
  } finally {
    await parted.stop();
  }
} finally {
  await plain.stop();
}

async function compareWorks(single: World, partitioned: World): Promise<string[][]> {
  const counters = [await openStatementCounter(single.databaseUrl), await openStatementCounter(partitioned.databaseUrl)] as const;
  const partitionedWorks = worksOf(partitioned);
  const rows: string[][] = [];
  for (const [place, { name, calls }] of worksOf(single).entries()) {
    process.stderr.write(`${name}\n`);
    const partitionedCalls = partitionedWorks[place]?.calls ?? [];
    const asked = [
      { server: single.product, calls },
      { server: partitioned.product, calls: partitionedCalls },
    ] as const;
    const comparison = openComparison(...asked);
    await comparison.goOn(rounds, seconds);
    const { small, large } = comparison.figures();
    const medians = [small, large].map((figures) => ("failure" in figures ? figures.failure : ms(figures.p50)));
    const costs = [
      await counters[0].costOf(single.product.url, calls),
      await counters[1].costOf(partitioned.product.url, partitionedCalls),
    ];
    rows.push([name, ...medians, ...costs.map(({ databaseMs }) => ms(databaseMs))]);
  }
  for (const counter of counters) await counter.close();
  return rows;
}

/** Median of several checks in ms for each of the two. The database's own share is unknown. */
async function compareChecks(...worlds: World[]): Promise<string[]> {
  const connections = worlds.map(({ databaseUrl }) => connectDatabase(databaseUrl));
  const taken: number[][] = worlds.map(() => []);
  for (let round = 0; round < 2 * rounds; round++)
    for (const [place, { db }] of connections.entries())
      taken[place]?.push(await timed(() => checkStretch(db, ledgerRules, stateBeginning)));
  for (const { close } of connections) await close();
  return [...taken.map((each) => ms(median(each))), "", ""];
}

/** Rows are deleted with triggers disabled, as a cleanup would. A partition is detached and dropped. */
async function compareRemovals(single: World, partitioned: World): Promise<string[]> {
  const [rows, partition] = [connectDatabase(single.databaseUrl), connectDatabase(partitioned.databaseUrl)];
  const ofRows = await timed(() =>
    rows.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`delete from payment_events where at < (select date_trunc('month', min(at)) + interval '1 month' from payment_events)`;
    }),
  );
  const ofPartition = await timed(async () => {
    await partition.sql.unsafe("alter table payment_events detach partition payment_events_0");
    await partition.sql.unsafe("drop table payment_events_0");
  });
  await rows.close();
  await partition.close();
  return [ms(ofRows), ms(ofPartition), "", ""];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function median(numbers: number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
