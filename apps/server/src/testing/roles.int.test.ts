import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase, type DatabaseConnection } from "@hearth/db/client";
import { factoryPassword, makeUser } from "@hearth/db/testing/factories";
import { makeSecondFactor } from "@hearth/db/testing/second-factor-factories";
import { createTestDatabase, type TestDatabase } from "@hearth/db/testing/test-database";
import { startSimulator, type Simulator } from "@hearth/simulator/simulator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEncryption } from "../encryption.ts";
import { readEnv } from "../env.ts";
import { secretContext } from "../features/auth/factors/prove-second-factor.ts";
import { checkInvariants } from "../features/settlement/checking/check-invariants.ts";
import { fulfilled, openServerFixture, serverEnv, type ServerFixture } from "./server-fixture.ts";
import { eventually, type ServerProcess, startServerProcess } from "./server-process.ts";

let database: TestDatabase;
let connection: DatabaseConnection;
let simulator: Simulator;
let web: ServerProcess[];
let workers: ServerProcess[];
let fixture: ServerFixture;
let start: (role: "web" | "worker") => Promise<ServerProcess>;
let turn = 0;

beforeAll(async () => {
  [database, simulator] = await Promise.all([createTestDatabase(), startSimulator({ blockTimeSeconds: 1 })]);
  connection = connectDatabase(database.url);
  const env = { ...serverEnv(database.serverRoleUrl, simulator), RATE_LIMITS: "on", SHUTDOWN_DELAY: "2" };
  start = (ROLE) => startServerProcess({ ...env, ROLE });
  [web, workers] = await Promise.all([
    Promise.all([start("web"), start("web"), start("web"), start("web")]),
    Promise.all([start("worker"), start("worker")]),
  ]);
  fixture = await openServerFixture({ db: connection.db, simulator, server: nextReady });
});
afterAll(async () => {
  await Promise.all([...web, ...workers].map((server) => server.kill()));
  await connection.close();
  await Promise.all([database.close(), simulator.stop()]);
});

/** Returns the next of the servers that were ready at the last check, like a load balancer. */
function nextReady(): ServerProcess {
  const chosen = web[turn++ % web.length];
  if (chosen === undefined) throw new Error("No server is ready");
  return chosen;
}

/** Stops a server and starts another in its place. The balancer sees its failing readiness and sends no more requests to it. */
async function replace(leaving: ServerProcess): Promise<void> {
  const ended = leaving.stop();
  await expect.poll(async () => (await fetch(`${leaving.url}/health/ready`)).status, { timeout: 10_000 }).toBe(503);
  web = web.filter((server) => server !== leaving);
  await ended;
  web = [...web, await start("web")];
}

/** The results of tries on each web process in turn: null, or the refusal's code. */
async function tryInTurn(times: number, attempt: (server: ServerProcess) => Promise<unknown>): Promise<(string | null)[]> {
  const outcomes: (string | null)[] = [];
  for (let time = 0; time < times; time += 1) {
    outcomes.push(
      await attempt(nextReady()).then(
        () => null,
        (error: { data?: { code?: string } }) => error.data?.code ?? "no answer",
      ),
    );
  }
  return outcomes;
}

const repeated = (code: string, times: number) => Array.from({ length: times }, () => code);

describe("four web processes and two workers", () => {
  it("keep to their roles: workers answer only probes, and no web process runs jobs", async () => {
    for (const worker of workers) {
      expect((await fetch(`${worker.url}/health/ready`)).status).toBe(200);
      expect((await fetch(`${worker.url}/api/merchants`)).status).toBe(404);
      expect((await fetch(`${worker.url}/trpc/payments.network`)).status).toBe(404);
    }
    await sleep(1_500); // a process that runs jobs requests the lock each second
    const asking = await connection.sql<{ name: string }[]>`
      select application_name as name from pg_stat_activity
      where datname = current_database() and application_name like 'hearth-lock %'`;
    expect(new Set(asking.map(({ name }) => name))).toEqual(new Set(workers.map(({ pid }) => `hearth-lock ${pid}`)));
  });

  it("create one payment for one idempotency key, and stream what a worker saw from each process, with the other worker killed", async () => {
    const payer = await fixture.tenant();
    const request = { amount: "61.50", idempotencyKey: "one-intention" };
    const asked = await Promise.allSettled(
      Array.from({ length: 40 }, () => nextReady().client(payer.token).payments.createCheckout.mutate(request)),
    );
    const paymentIds = fulfilled(asked).map(({ paymentId }) => paymentId);
    expect([paymentIds.length, new Set(paymentIds).size]).toEqual([40, 1]);
    const open = await fixture.checkout(payer, request.amount, request.idempotencyKey);
    const statuses = web.map(() => "");
    const watching = web.map((server, index) =>
      server.client().payments.watchCheckout.subscribe(
        { reference: open.reference },
        {
          onData: ({ data }) => {
            statuses[index] = data.status;
          },
        },
      ),
    );
    const holder = await eventually(
      async () => {
        const [held] = await connection.sql<{ name: string }[]>`
          select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
          where l.locktype = 'advisory' and l.granted and a.datname = current_database() and a.application_name like 'hearth-lock %'`;
        return workers.find(({ pid }) => held?.name === `hearth-lock ${pid}`);
      },
      (found) => found !== undefined,
    );
    await holder?.kill();
    workers = workers.filter((worker) => worker !== holder);
    await fixture.send(payer, open);
    await fixture.completed(payer, open.paymentId);
    await expect.poll(() => statuses, { timeout: 30_000 }).toEqual(web.map(() => "completed"));
    for (const { unsubscribe } of watching) unsubscribe();
    expect(await fixture.eventsOf(open.uuid, "completed")).toBe(1);
    expect(await checkInvariants(connection.db)).toEqual([]);
  });

  it("take payments without interruption while two web processes and the workers are replaced one after the other", async () => {
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
    const replacing = async () => {
      for (const leaving of web.slice(0, 2)) await replace(leaving);
      for (const leaving of workers) {
        const next = await start("worker");
        await leaving.stop();
        workers = [...workers.filter((worker) => worker !== leaving), next];
      }
    };
    await Promise.race([Promise.all(paying), replacing()]).finally(() => {
      isReplacing = false;
    });
    await Promise.all(paying);
    expect(paid.length).toBeGreaterThan(3);
    expect(await checkInvariants(connection.db)).toEqual([]);
  });

  it("allow ten password guesses in total", async () => {
    const { email } = await makeUser(connection.db);
    const guess = (server: ServerProcess) => server.client().auth.login.mutate({ email, password: "not the password" });
    expect(await tryInTurn(12, guess)).toEqual([...repeated("INVALID_CREDENTIALS", 10), ...repeated("RATE_LIMITED", 2)]);
  });

  it("allow five second-factor guesses in total", async () => {
    const { id, email } = await makeUser(connection.db);
    const { encryptionKeys } = readEnv({ DATABASE_URL: database.url });
    const encryptedSecret = createEncryption(encryptionKeys).encrypt("JBSWY3DPEHPK3PXP", secretContext(id));
    await makeSecondFactor(connection.db, { userId: id, encryptedSecret });
    const guess = (server: ServerProcess) => server.client().auth.login.mutate({ email, password: factoryPassword, code: "000000" });
    expect(await tryInTurn(7, guess)).toEqual([...repeated("SECOND_FACTOR_INVALID", 5), ...repeated("RATE_LIMITED", 2)]);
  });
});
