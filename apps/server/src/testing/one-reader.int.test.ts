import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase, type DatabaseConnection } from "@hearth/db/client";
import { createTestDatabase, type TestDatabase } from "@hearth/db/testing/test-database";
import { startSimulator, type Simulator } from "@hearth/simulator/simulator";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkInvariants } from "../features/settlement/checking/check-invariants.ts";
import { type LyingNode, startLyingNode } from "./lying-node.ts";
import { openServerFixture, serverEnv, type ServerFixture } from "./server-fixture.ts";
import { eventually, type ServerProcess, startServerProcess } from "./server-process.ts";

let database: TestDatabase;
let connection: DatabaseConnection;
let simulator: Simulator;
let node: LyingNode;
let servers: ServerProcess[];
let fixture: ServerFixture;

beforeAll(async () => {
  [database, simulator] = await Promise.all([createTestDatabase(), startSimulator()]);
  connection = connectDatabase(database.url);
  node = await startLyingNode(simulator.chain.rpcUrl);
  const env = { ...serverEnv(database.serverRoleUrl, simulator), RPC_URL: node.url };
  servers = await Promise.all(Array.from({ length: 4 }, () => startServerProcess(env)));
  fixture = await openServerFixture({ db: connection.db, simulator, server: runningServer });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await connection.close();
  await Promise.all([node.close(), database.close(), simulator.stop()]);
});

function runningServer(): ServerProcess {
  const [server] = servers;
  if (!server) throw new Error("All servers were killed");
  return server;
}

/** The processes that hold the worker lock, at most one. */
async function holders() {
  const rows = await connection.sql<{ name: string }[]>`
    select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'advisory' and l.granted and a.datname = current_database() and a.application_name like 'hearth-lock %'`;
  return rows.map(({ name }) => servers.find(({ pid }) => name === `hearth-lock ${pid}`));
}

/** Calls to the node per second, counted over this many seconds. */
async function countCalls(seconds: number) {
  const startedMs = performance.now();
  node.callsByMethod.clear();
  await sleep(seconds * 1_000);
  return [...node.callsByMethod.values()].reduce((sum, count) => sum + count, 0) / ((performance.now() - startedMs) / 1_000);
}

it("four processes ask the node once a second while nothing waits for the chain", async () => {
  // A poll costs some fourteen calls, and whether one more falls within the period is chance. The start makes more calls, with pauses, and takes as long as the
  // machine needs. It is over once a whole period is quiet.
  const measuredSeconds = 20;
  await eventually(
    () => countCalls(measuredSeconds),
    (rate) => rate < 1 + 14 / measuredSeconds,
    300_000,
  );
});

it("another process takes over as each is killed, and nothing is lost or doubled", async () => {
  const payers = await Promise.all(Array.from({ length: 3 }, fixture.tenant));
  const opened = await Promise.all(payers.map(async (payer, turn) => ({ payer, open: await fixture.checkout(payer, `${700 + turn}.00`) })));
  for (const { payer, open } of opened) {
    await fixture.send(payer, open);
    const [holder, ...others] = await eventually(holders, (found) => found.length > 0);
    expect(others).toEqual([]);
    servers = servers.filter((server) => server !== holder);
    await holder?.kill();
    await eventually(holders, ([next]) => next !== undefined && next !== holder);
    await fixture.completed(payer, open.paymentId);
  }
  for (const { open } of opened) expect(await fixture.eventsOf(open.uuid, "completed")).toBe(1);
  expect(await checkInvariants(connection.db)).toEqual([]);
});
