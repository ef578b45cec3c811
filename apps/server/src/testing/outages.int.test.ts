import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase, type DatabaseConnection } from "@hearth/db/client";
import { relays } from "@hearth/db/schema/relays";
import { createTestDatabase, type TestDatabase } from "@hearth/db/testing/test-database";
import { startSimulator, type Simulator } from "@hearth/simulator/simulator";
import { eq } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createRandom } from "@hearth/db/testing/random";
import { checkInvariants } from "../features/settlement/checking/check-invariants.ts";
import { type KillablePostgres, startKillablePostgres } from "./killable-postgres.ts";
import { type OpenCheckout, openServerFixture, serverEnv, type ServerFixture, type Tenant } from "./server-fixture.ts";
import { eventually, type ServerProcess, startServerProcess } from "./server-process.ts";

/** Another seed kills at other moments. A failure prints its seed. */
const seed = process.env["OUTAGE_SEED"] ?? "hearth";
const rounds = 6;

let folder: string;
let postgres: KillablePostgres;
let database: TestDatabase;
let connection: DatabaseConnection;
let simulator: Simulator;
let servers: [ServerProcess, ServerProcess];
let fixture: ServerFixture;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hearth-chain-"));
  [postgres, simulator] = await Promise.all([startKillablePostgres(), startSimulator({ blockTimeSeconds: 1, dataDir: folder })]);
  database = await createTestDatabase(postgres.url);
  connection = connectDatabase(database.url);
  const env = serverEnv(database.serverRoleUrl, simulator);
  servers = [await startServerProcess(env), await startServerProcess(env)];
  fixture = await openServerFixture({ db: connection.db, simulator, server: () => servers[0] });
});

afterEach(async () => expect(await checkInvariants(connection.db)).toEqual([]));
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await connection.close();
  await database.close();
  await Promise.all([postgres.close(), simulator.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const readiness = async (server: ServerProcess) => (await fetch(`${server.url}/health/ready`)).status;
/** Retries a write until it is acknowledged, like a browser with one idempotency key. */
const acknowledged = <Answer>(write: () => Promise<Answer>) => eventually(write, () => true);
const serving = () =>
  Promise.all(
    servers.map((server) =>
      eventually(
        () => readiness(server),
        (status) => status === 200,
      ),
    ),
  );

/** Waits until the chain is saved to disk with the accounts' money, so that killing the chain does not undo it. */
async function chainIsSaved() {
  const now = Date.now();
  await eventually(
    () => stat(join(folder, "state.gz")),
    ({ mtimeMs }) => mtimeMs > now + 1_000,
  );
}

async function killChain() {
  const { pid } = simulator.chain;
  process.kill(pid, "SIGKILL");
  await eventually(
    async () => simulator.chain.pid,
    (now) => now !== pid,
  );
}

async function killPostgres(downMs: number) {
  await postgres.kill();
  await sleep(downMs);
  await postgres.start();
}

describe("PostgreSQL and the chain, killed at any moment", () => {
  it("lose no acknowledged write and credit nothing twice", async () => {
    const random = createRandom("outages", seed);
    const payers = await Promise.all(Array.from({ length: rounds * 2 }, fixture.tenant));
    await chainIsSaved();
    const paid: { payer: Tenant; open: OpenCheckout; amount: string; key: string }[] = [];
    const pay = async (payer: Tenant, turn: number) => {
      const [amount, key] = [`${200 + turn}.00`, `outage-${turn}`];
      const open = await acknowledged(() => fixture.checkout(payer, amount, key));
      const request = await fixture.signed(payer, open);
      await acknowledged(() => servers[turn % 2 === 0 ? 0 : 1].client().payments.authorize.mutate(request));
      paid.push({ payer, open, amount, key });
    };
    for (let round = 0; round < rounds; round++) {
      const paying = payers.slice(round * 2, round * 2 + 2).map((payer, index) => pay(payer, round * 2 + index));
      await sleep(random.between(0, 1_500));
      if (round % 3 !== 1) await killPostgres(random.between(0, 1_000));
      if (round % 3 !== 0) await killChain();
      await Promise.all([...paying, serving()]);
    }
    for (const { payer, open, amount, key } of paid) {
      expect((await fixture.checkout(payer, amount, key)).paymentId, `seed ${seed}`).toBe(open.paymentId);
      await fixture.completed(payer, open.paymentId, servers[1]);
      expect(await connection.db.$count(relays, eq(relays.paymentId, open.uuid))).toBe(1);
    }
    const asked = paid.reduce((sum, { open }) => sum + BigInt(open.view.usdcUnits), 0n);
    expect(paid).toHaveLength(payers.length);
    expect(await simulator.chain.usdcBalance(fixture.payeeAddress)).toBe(asked);
  });
});

describe("while PostgreSQL is away", () => {
  it("the server reports that it is not ready and why calls fail, without revealing a statement", async () => {
    const payer = await fixture.tenant();
    await postgres.kill();
    await Promise.all(
      servers.map((server) =>
        eventually(
          () => readiness(server),
          (status) => status === 503,
        ),
      ),
    );
    const alive = await fetch(`${servers[0].url}/health/live`);
    expect(alive.status).toBe(200);
    const answer = await fetch(`${servers[0].url}/api/payments/user`, { headers: { authorization: `Bearer ${payer.token}` } });
    expect(answer.status).toBe(503);
    const body = await answer.text();
    expect(JSON.parse(body)).toMatchObject({ code: "UNAVAILABLE" });
    expect(body).not.toMatch(/select|ECONN|127\.0\.0\.1/i);
    await postgres.start();
    await serving();
  });

  it("checkout streams and queued jobs continue when it is back", async () => {
    const payer = await fixture.tenant();
    const open = await fixture.checkout(payer, "55.00");
    const heard: string[] = [];
    const watching = servers[1]
      .client()
      .payments.watchCheckout.subscribe({ reference: open.reference }, { onData: ({ data }) => heard.push(data.status) });
    await eventually(
      async () => heard.length,
      (count) => count > 0,
    );
    await killPostgres(2_000);
    await serving();
    const request = await fixture.signed(payer, open);
    await acknowledged(() => servers[0].client().payments.authorize.mutate(request));
    await eventually(
      async () => heard.at(-1),
      (status) => status === "completed",
    );
    watching.unsubscribe();
    await runsInTheQueue("reconcile-ledger");
  });
});

/** Adds a job to the queue like the schedule, and waits until a server has completed it. */
async function runsInTheQueue(name: string) {
  const boss = new PgBoss({ connectionString: database.url, supervise: false, schedule: false, migrate: false });
  await boss.start();
  try {
    const id = await boss.send(name, {});
    await eventually(
      async () => (id === null ? null : (await boss.findJobs(name, { id }))[0]),
      (job) => job?.state === "completed",
      // A run that the outage interrupted blocks it until its heartbeat expires.
      300_000,
    );
  } finally {
    await boss.stop({ graceful: false });
  }
}
