import { startStandby } from "@hearth/local-postgres/start-standby";
import { startServerProcess } from "@hearth/server/testing/server-process";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import postgres from "postgres";
import { type Call, figuresOf, load, type Samples, type Server } from "./measure/load.ts";
import { parentOf, processorMsOfFamily } from "./measure/process-use.ts";
import { worksOf } from "./measure/work.ts";
import { startWorld, type World } from "./measure/world.ts";
import { table } from "./report/tables.ts";

/**
 * Measures the load that a replica takes off the database. Two servers on one database, one of them with a replica, get the same calls in
 * turn. Counts the CPU time of each PostgreSQL. Also measures the cost of writes to both. Needs Linux.
 * `npm run bench -- replica --payments 100000`
 */
const rounds = 3;
const seconds = 3;
const longSeconds = 10;
const followsWithinMs = 30_000;
const idleMs = 10_000;

const { values } = parseArgs({ options: { payments: { type: "string", default: "100000" } } });
const world = await startWorld(Number(values.payments));
const started: { stop(): Promise<void> }[] = [world];
try {
  const standby = await startStandby({ url: world.databaseUrl, dataDir: await dataDirOf(world.databaseUrl) });
  started.push(standby);
  await untilFollowing(standby.url);
  await world.product.stop(); // its jobs would be counted with the calls
  const web = { ...world.env, ROLE: "web" };
  const alone = await startServerProcess(web);
  started.push(alone);
  const beside = await startServerProcess({ ...web, DATABASE_READ_URL: standby.url });
  started.push(beside);
  const postmasters = { database: await postmasterOf(world.databaseUrl), replica: await postmasterOf(standby.url) };
  await quiet();
  const idle = await idleOf(postmasters);
  const rows: string[][] = [];
  for (const asked of works(world)) {
    process.stderr.write(`${asked.name}\n`);
    rows.push([asked.name, ...cellsOf(await compare({ alone, beside }, asked, postmasters), idle)]);
  }
  const headings = ["work", "without a replica: database", "with one: database", "replica", "calls/s without", "with"];
  const idleNote = `The idle load is subtracted: ${idle.database.toFixed(0)} ms CPU per second for the database and ${idle.replica.toFixed(0)} ms for the replica.`;
  process.stdout.write(`${table(headings, rows)}\n${idleNote}\n`);
} finally {
  for (const each of started.toReversed()) await each.stop();
}

interface Asked {
  name: string;
  calls: Call[];
  /** A long answer is requested one at a time and for longer, so that none overlaps the next measurement. */
  isLong?: true;
}

/** Works for a replica, and a write. */
function works(filled: World): Asked[] {
  const file = (procedure: string, token: string, filter = {}): Call => ({
    method: "GET",
    path: `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(filter))}`,
    token,
  });
  const startDate = new Date(Date.now() - 180 * 86_400_000).toISOString().slice(0, 10);
  const named = new Map(worksOf(filled).map((work) => [work.name, work]));
  const known = ["a landlord's payments, far back", "everybody's payments, far back", "a landlord's payments", "opening a checkout"];
  return [
    { name: "a payer's file", calls: filled.payers.map(({ token }) => file("payments.exportHistory", token)) },
    {
      name: "half a year's file of a landlord",
      calls: [file("merchant.exportTransactions", filled.landlord, { startDate })],
      isLong: true,
    },
    ...known.flatMap((name) => named.get(name) ?? []),
  ];
}

interface Sums {
  calls: number;
  database: number;
  replica: number;
  samples: Samples[];
}

async function compare(
  servers: { alone: Server; beside: Server },
  { calls, isLong }: Asked,
  postmasters: { database: number; replica: number },
): Promise<{ alone: Sums; beside: Sums }> {
  const sums = { alone: empty(), beside: empty() };
  const ask = (server: Server) => (isLong ? load(server, calls, longSeconds, 1) : load(server, calls, seconds));
  for (const name of ["alone", "beside"] as const) await ask(servers[name]);
  for (let round = 0; round < rounds; round++) {
    for (const name of ["alone", "beside"] as const) {
      const before = await workOf(postmasters);
      const samples = await ask(servers[name]);
      const after = await workOf(postmasters);
      const sum = sums[name];
      sum.calls += samples.answers;
      sum.database += after.database - before.database;
      sum.replica += after.replica - before.replica;
      sum.samples.push(samples);
    }
  }
  return sums;
}

function empty(): Sums {
  return { calls: 0, database: 0, replica: 0, samples: [] };
}

async function workOf({ database, replica }: { database: number; replica: number }) {
  return { database: await processorMsOfFamily(database), replica: await processorMsOfFamily(replica) };
}

/** Writes the filled rows to the disk, so that this does not count as work of the calls. */
async function quiet(): Promise<void> {
  const sql = postgres(world.databaseUrl, { max: 1 });
  await sql`vacuum (analyze)`;
  await sql`checkpoint`;
  await sql.end();
  await sleep(idleMs);
}

/** Idle CPU time of each PostgreSQL, in ms per second. */
async function idleOf(postmasters: { database: number; replica: number }) {
  const before = await workOf(postmasters);
  await sleep(idleMs);
  const after = await workOf(postmasters);
  const each = (name: "database" | "replica") => ((after[name] - before[name]) / idleMs) * 1_000;
  return { database: each("database"), replica: each("replica") };
}

function cellsOf({ alone, beside }: { alone: Sums; beside: Sums }, idle: { database: number; replica: number }): string[] {
  const [without, withReplica] = [figuresOf(alone.samples), figuresOf(beside.samples)];
  const ms = ({ calls, samples, ...worked }: Sums, server: "database" | "replica") => {
    const seconds = samples.reduce((sum, each) => sum + each.seconds, 0);
    return `${Math.max(0, (worked[server] - idle[server] * seconds) / calls).toFixed(2)} ms`;
  };
  const pace = (figures: typeof without) => ("failure" in figures ? figures.failure : figures.perSecond.toFixed(0));
  return [ms(alone, "database"), ms(beside, "database"), ms(beside, "replica"), pace(without), pace(withReplica)];
}

async function dataDirOf(url: string): Promise<string> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql<{ data_directory: string }[]>`show data_directory`;
  await sql.end();
  return row?.data_directory ?? "";
}

/** Returns the PostgreSQL process that started all connections. */
async function postmasterOf(url: string): Promise<number> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const pid = await parentOf(row?.pid ?? 0);
  await sql.end();
  return pid;
}

async function untilFollowing(url: string): Promise<void> {
  const sql = postgres(url, { max: 1 });
  const end = performance.now() + followsWithinMs;
  for (let isStreaming = false; !isStreaming; await sleep(100)) {
    const [row] = await sql<{ streams: boolean }[]>`select count(*) > 0 as streams from pg_stat_wal_receiver where status = 'streaming'`;
    isStreaming = row?.streams ?? false;
    if (performance.now() > end) throw new Error("The replica does not follow");
  }
  await sql.end();
}
