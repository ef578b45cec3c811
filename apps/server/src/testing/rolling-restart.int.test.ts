import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase, type DatabaseConnection } from "@hearth/db/client";
import { createTestDatabase, type TestDatabase } from "@hearth/db/testing/test-database";
import { startSimulator, type Simulator } from "@hearth/simulator/simulator";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkInvariants } from "../features/settlement/checking/check-invariants.ts";
import { openServerFixture, serverEnv, type ServerFixture } from "./server-fixture.ts";
import { type ServerProcess, startServerProcess } from "./server-process.ts";

let database: TestDatabase;
let connection: DatabaseConnection;
let simulator: Simulator;
let fixture: ServerFixture;
let web: ServerProcess[];
let worker: ServerProcess;
let start: (role: "web" | "worker") => Promise<ServerProcess>;
let turn = 0;

beforeAll(async () => {
  [database, simulator] = await Promise.all([createTestDatabase(), startSimulator({ blockTimeSeconds: 1 })]);
  connection = connectDatabase(database.url);
  start = (ROLE) => startServerProcess({ ...serverEnv(database.serverRoleUrl, simulator), ROLE, SHUTDOWN_DELAY: "2" });
  const [one, two, three] = await Promise.all([start("web"), start("web"), start("worker")]);
  [web, worker] = [[one, two], three];
  fixture = await openServerFixture({ db: connection.db, simulator, server: nextReady });
});
afterAll(async () => {
  await Promise.all([...web, worker].map((server) => server.kill()));
  await connection.close();
  await Promise.all([database.close(), simulator.stop()]);
});

/** The next of those that said they are ready when they were last asked, as a balancer chooses. */
function nextReady(): ServerProcess {
  const chosen = web[turn++ % web.length];
  if (chosen === undefined) throw new Error("No server is ready");
  return chosen;
}

/** Ends one in order and starts another in its place; whoever asks for readiness sees it leave, and sends nobody there meanwhile. */
async function replace(leaving: ServerProcess): Promise<void> {
  const ended = leaving.stop();
  await expect.poll(async () => (await fetch(`${leaving.url}/health/ready`)).status, { timeout: 10_000 }).toBe(503);
  web = web.filter((server) => server !== leaving);
  await ended;
  web = [...web, await start("web")];
}

it("payments go on, and none of them notices, while two web processes and the worker are replaced one after the other", async () => {
  const payers = await Promise.all([fixture.tenant(), fixture.tenant()]);
  let isReplacing = true;
  const paid: string[] = [];
  const paying = payers.map(async (payer) => {
    while (isReplacing) {
      const open = await fixture.checkout(payer, `${20 + paid.length}.00`);
      await fixture.send(payer, open);
      for (let status = "pending"; status !== "completed"; await sleep(250)) {
        ({ status } = await nextReady().client(payer.token).payments.get.query({ paymentId: open.paymentId }));
        expect(["pending", "completed"]).toContain(status);
      }
      expect(await fixture.eventsOf(open.uuid, "completed")).toBe(1);
      paid.push(open.paymentId);
    }
  });
  const [one, two] = web;
  if (!one || !two) throw new Error("Two servers were started");
  await Promise.race([
    Promise.all(paying),
    (async () => {
      await replace(one);
      await replace(two);
      const next = await start("worker");
      await worker.stop();
      worker = next;
    })(),
  ]).finally(() => {
    isReplacing = false;
  });
  await Promise.all(paying);
  expect(paid.length).toBeGreaterThan(3);
  expect(await checkInvariants(connection.db)).toEqual([]);
});
