import { networks } from "@hearth/chain/networks";
import { readUsdcBalance } from "@hearth/chain/usdc-balance";
import { startSimulator, type Simulator } from "@hearth/simulator/simulator";
import { connectDatabase, type DatabaseConnection } from "@hearth/db/client";
import { auditLog } from "@hearth/db/schema/audit-log";
import { paymentEvents } from "@hearth/db/schema/payment-events";
import { relayTransactions } from "@hearth/db/schema/relay-transactions";
import { relays } from "@hearth/db/schema/relays";
import { transfers } from "@hearth/db/schema/transfers";
import { createTestDatabase, type TestDatabase } from "@hearth/db/testing/test-database";
import { parsePublicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { checkInvariants } from "../features/settlement/checking/check-invariants.ts";
import { fulfilled, type OpenCheckout, openServerFixture, serverEnv, type ServerFixture, type Tenant } from "./server-fixture.ts";
import { eventually, type ServerProcess, startServerProcess } from "./server-process.ts";

/** The number of servers to kill, one after another. `npm run prove kills` kills fifty. */
const kills = Number(process.env["KILLS"] ?? 4);

let database: TestDatabase;
let connection: DatabaseConnection;
let simulator: Simulator;
let env: Record<string, string>;
let servers: [ServerProcess, ServerProcess];
let fixture: ServerFixture;

beforeAll(async () => {
  [database, simulator] = await Promise.all([createTestDatabase(), startSimulator({ blockTimeSeconds: 1 })]);
  connection = connectDatabase(database.url);
  env = serverEnv(database.serverRoleUrl, simulator);
  servers = [await startServerProcess(env), await startServerProcess(env)];
  fixture = await openServerFixture({ db: connection.db, simulator, server: () => servers[0] });
});

afterEach(async () => expect(await checkInvariants(connection.db)).toEqual([]));
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await connection.close();
  await Promise.all([database.close(), simulator.stop()]);
});

/** Makes two hundred calls at once, alternating between the servers. Returns the results. */
async function everywhere<Answer>(ask: (server: ServerProcess, turn: number) => Promise<Answer>) {
  const turns = Array.from({ length: 200 }, (_, turn) => ask(turn % 2 === 0 ? servers[0] : servers[1], turn));
  return Promise.allSettled(turns);
}

describe("two hundred at once on two server processes", () => {
  it("open one checkout", async () => {
    const payer = await fixture.tenant();
    const results = fulfilled(
      await everywhere((server) => server.client(payer.token).payments.createCheckout.mutate({ amount: "1450.00" })),
    );
    expect(new Set(results.map((result) => result.paymentId)).size).toBe(1);
    expect(await fixture.eventsOf(parsePublicId("payment", results[0]?.paymentId ?? "") ?? "", "created")).toBe(1);
  });

  it("return one answer for one idempotency key", async () => {
    const payer = await fixture.tenant();
    const request = { amount: "12.34", idempotencyKey: "the-one-intention" };
    const results = fulfilled(await everywhere((server) => server.client(payer.token).payments.createCheckout.mutate(request)));
    expect(new Set(results.map((result) => result.checkoutURL)).size).toBe(1);
  });

  it("relay one authorization, and one payment is completed by it", async () => {
    const payer = await fixture.tenant();
    const open = await fixture.checkout(payer, "1450.00");
    const request = await fixture.signed(payer, open);
    await everywhere((server) => server.client().payments.authorize.mutate(request));
    await fixture.completed(payer, open.paymentId, servers[1]);
    expect(await connection.db.$count(relays, eq(relays.paymentId, open.uuid))).toBe(1);
    expect(await fixture.eventsOf(open.uuid, "authorizationReceived")).toBe(1);
    expect(await fixture.eventsOf(open.uuid, "completed")).toBe(1);
  });

  it("open one top-up of a short payment, which its money completes once", async () => {
    const payer = await fixture.tenant();
    const open = await fixture.checkout(payer, "90.00");
    await fixture.send(payer, { ...open, view: { ...open.view, usdcUnits: "50000000" } });
    const { paymentId } = open;
    const payments = servers[0].client(payer.token).payments;
    await eventually(
      () => payments.get.query({ paymentId }),
      ({ short }) => short?.missing === 40,
    );
    const opened = fulfilled(await everywhere((server) => server.client(payer.token).payments.topUp.mutate({ paymentId })));
    const [reference = "", ...others] = new Set(opened.map(({ checkoutURL }) => checkoutURL.split("/").at(-1) ?? ""));
    expect(others).toEqual([]);
    const view = await servers[1].client().payments.checkout.query({ reference });
    const transactionHash = await fixture.send(payer, { ...open, reference, view });
    await everywhere((server) => server.client(payer.token).payments.recordSuccess.mutate({ transactionHash, paymentId }));
    const done = await fixture.completed(payer, paymentId, servers[1]);
    expect([done.oddity, done.parts.map(({ usdc }) => usdc)]).toEqual(["none", ["50.00", "40.00"]]);
    expect(await fixture.eventsOf(open.uuid, "completed")).toBe(1);
  });

  it("hint at one transfer, which completes one payment once", async () => {
    const payer = await fixture.tenant();
    const open = await fixture.checkout(payer, "77.00");
    const transactionHash = await fixture.send(payer, open);
    await everywhere((server) => server.client(payer.token).payments.recordSuccess.mutate({ transactionHash, paymentId: open.paymentId }));
    await fixture.completed(payer, open.paymentId);
    expect(await fixture.eventsOf(open.uuid, "completed")).toBe(1);
    expect(await connection.db.$count(transfers, eq(transfers.paymentId, open.uuid))).toBe(1);
  });

  it("cancel a payment whose money is arriving: the money wins, late where it moved after the cancelling, and once", async () => {
    const payer = await fixture.tenant();
    const open = await fixture.checkout(payer, "78.00");
    await fixture.send(payer, open);
    await everywhere((server) => server.client(payer.token).payments.cancel.mutate({ paymentId: open.paymentId }));
    const payment = await fixture.completed(payer, open.paymentId);
    const events = await connection.db.select().from(paymentEvents).where(eq(paymentEvents.paymentId, open.uuid));
    const cancelled = events.filter(({ type }) => type === "cancelled");
    expect(cancelled.length).toBeLessThanOrEqual(1);
    const [counted] = await connection.db.select().from(transfers).where(eq(transfers.paymentId, open.uuid));
    // Block times are whole seconds.
    const isLate = cancelled.some(({ at }) => (counted?.blockTime.getTime() ?? 0) >= Math.floor(at.getTime() / 1_000) * 1_000);
    expect(payment.oddity).toBe(isLate ? "late" : "none");
    expect(events.filter(({ type }) => type === "completed")).toHaveLength(1);
  });

  it("register one account for one email address", async () => {
    const person = { firstName: "Ada", lastName: "Okafor", email: "one.of.many@example.com", password: "a quiet hearth" };
    const results = await everywhere((server, turn) =>
      turn < 20 ? server.client().auth.register.mutate(person) : Promise.reject(new Error("enough")),
    );
    expect(fulfilled(results)).toHaveLength(1);
  });
});

describe("a server that is killed", () => {
  it("loses no acknowledged write and credits nothing twice, whenever it is killed and however blocks with its batches are reorganised", async () => {
    const balance = () => readUsdcBalance({ network: networks.local, rpcUrl: simulator.chain.rpcUrl, address: fixture.payeeAddress });
    const payers = await Promise.all(Array.from({ length: 4 }, fixture.tenant));
    const [before, paid] = [await balance(), new Map<string, OpenCheckout & { payer: Tenant }>()];
    for (let turn = 0; turn < kills; turn++) {
      const pair = [payers[(2 * turn) % 4], payers[(2 * turn + 1) % 4]].filter((payer) => payer !== undefined);
      const opened = await Promise.all(
        pair.map(async (payer, place) => ({ payer, ...(await fixture.checkout(payer, `${20 + turn}.${40 + place}`)) })),
      );
      const requests = await Promise.all(opened.map((open) => fixture.signed(open.payer, open)));
      const pause = new Promise((resolve) => setTimeout(resolve, (turn * 170) % 1_500));
      await Promise.all(requests.map((request) => servers[(turn + 1) % 2 === 0 ? 0 : 1].client().payments.authorize.mutate(request)));
      for (const open of opened) paid.set(open.paymentId, open);
      await pause;
      // All transactions of the newest blocks return in one of them, so that the logs of a batch get other positions.
      if (turn % 2 === 1) await simulator.chain.reorg(3, await simulator.chain.rawTransactions(3));
      const killed = turn % 2 === 0 ? 0 : 1;
      await servers[killed].kill();
      servers[killed] = await startServerProcess(env);
    }
    for (const { payer, paymentId, uuid } of paid.values()) {
      await fixture.completed(payer, paymentId);
      // At most once more for each time that its block left the chain, which may happen before the money counts.
      expect(await fixture.eventsOf(uuid, "completed")).toBeLessThanOrEqual(1 + (await fixture.eventsOf(uuid, "orphaned")));
    }
    const owed = [...paid.values()].reduce((sum, { view }) => sum + BigInt(view.usdcUnits), 0n);
    expect([paid.size, (await balance()) - before]).toEqual([2 * kills, owed]);
  });

  it("counts a refund once when its money arrives while both are down, and continues a payment during which both were killed", async () => {
    const payers = await Promise.all([fixture.tenant(), fixture.tenant()]);
    const refunded = await fixture.checkout(payers[0], "320.00");
    await fixture.send(payers[0], refunded);
    await fixture.completed(payers[0], refunded.paymentId);
    const refund = await fixture.refund(refunded, "120.00");
    const open = await fixture.checkout(payers[1], "310.00");
    await servers[0].client().payments.authorize.mutate(await fixture.signed(payers[1], open));
    await Promise.all(servers.map((server) => server.kill()));
    await refund.pay();
    await simulator.chain.mine(2);
    servers = [await startServerProcess(env), await startServerProcess(env)];
    const { items, oddTransfers, refundable } = await eventually(refund.read, (read) => read.items[0]?.status === "completed");
    expect([items.length, oddTransfers, refundable]).toEqual([1, [], 200]);
    expect(await connection.db.$count(auditLog, eq(auditLog.action, "refund.completed"))).toBe(1);
    await fixture.completed(payers[1], open.paymentId);
    expect(await fixture.eventsOf(open.uuid, "completed")).toBe(1);
  });
});

describe("a chain that misbehaves", () => {
  const faults = (body: object) =>
    fetch(`${simulator.url}/faults`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

  it("is waited for while unavailable, and read completely when it is back", async () => {
    const payer = await fixture.tenant();
    const open = await fixture.checkout(payer, "401.00");
    expect((await faults({ rpcAwaySeconds: 600 })).ok).toBe(true);
    await fixture.send(payer, open);
    await simulator.chain.mine(3);
    await expect(servers[0].client(payer.token).payments.createCheckout.mutate({ amount: "402.00" })).rejects.toThrow("cannot be reached");
    expect((await servers[0].client(payer.token).payments.get.query({ paymentId: open.paymentId })).status).toBe("pending");
    await faults({ rpcAwaySeconds: 0 });
    await fixture.completed(payer, open.paymentId);
  });

  it("completes nothing beyond its blocks while it lags, and only delays with slow answers", async () => {
    const payer = await fixture.tenant();
    const open = await fixture.checkout(payer, "403.00");
    await faults({ rpcLagBlocks: 5 });
    await fixture.send(payer, open);
    await simulator.chain.mine(3);
    expect((await servers[1].client(payer.token).payments.get.query({ paymentId: open.paymentId })).status).toBe("pending");
    await faults({ rpcLagBlocks: 0, rpcDelayMs: 300 });
    await fixture.completed(payer, open.paymentId);
    await faults({ rpcDelayMs: 0 });
    expect(await fixture.eventsOf(open.uuid, "completed")).toBe(1);
  });

  it("may reorganise under two running servers without a payment lost or counted twice", async () => {
    const payers = await Promise.all(Array.from({ length: 5 }, fixture.tenant));
    const opened = await Promise.all(
      payers.map(async (payer, turn) => ({ payer, open: await fixture.checkout(payer, `${410 + turn}.00`) })),
    );
    for (const { payer, open } of opened) {
      await fixture.send(payer, open);
      await simulator.chain.mine(2);
      await simulator.chain.reorg(3, await simulator.chain.rawTransactions(3));
    }
    for (const { payer, open } of opened) await fixture.completed(payer, open.paymentId);
  });
});

describe("the relayer's key is changed, one server after another", () => {
  it("completes what the old key had queued and sent, once each, and leaves nothing pending", async () => {
    const payers = [await fixture.tenant(), await fixture.tenant(), await fixture.tenant()];
    const key = generatePrivateKey();
    await simulator.chain.fundGas(privateKeyToAccount(key).address);
    const open = async (payer: Tenant, server: ServerProcess) => {
      const checkout = await fixture.checkout(payer, "75.00");
      await server.client().payments.authorize.mutate(await fixture.signed(payer, checkout));
      return { payer, ...checkout };
    };
    const paying = [];
    for (const [place, payer] of payers.entries()) {
      paying.push(await open(payer, servers[place % 2 === 0 ? 0 : 1]));
      if (place === 2) break;
      await servers[place === 0 ? 0 : 1].stop();
      servers[place === 0 ? 0 : 1] = await startServerProcess({ ...env, RELAYER_PRIVATE_KEY: key });
    }
    for (const { payer, paymentId, uuid } of paying) {
      await fixture.completed(payer, paymentId, servers[1]);
      expect(await fixture.eventsOf(uuid, "completed")).toBe(1);
    }
    await eventually(
      () => connection.db.$count(relayTransactions, eq(relayTransactions.status, "sent")),
      (sent) => sent === 0,
    );
  });
});
