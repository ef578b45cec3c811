import { startSimulator } from "@hearth/simulator/simulator";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { networks } from "@hearth/chain/networks";
import { testWalletKey } from "@hearth/chain/test-wallet";
import { encodeTransfer, transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { connectDatabase, type DatabaseConnection } from "@hearth/db/client";
import { paymentEvents } from "@hearth/db/schema/payment-events";
import { relays } from "@hearth/db/schema/relays";
import { transfers } from "@hearth/db/schema/transfers";
import { factoryPassword, makeMerchant, makeUser, makeWallet } from "@hearth/db/testing/factories";
import { createTestDatabase } from "@hearth/db/testing/test-database";
import { parsePublicId } from "@hearth/domain/ids";
import { and, eq } from "drizzle-orm";
import { createWalletClient, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { checkInvariants } from "../features/payments/check-invariants.ts";
import { eventually, type ServerProcess, startServerProcess } from "./server-process.ts";

type Simulator = Awaited<ReturnType<typeof startSimulator>>;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: DatabaseConnection;
let simulator: Simulator;
let env: Record<string, string>;
let servers: [ServerProcess, ServerProcess];
let merchantId: string;
const payeeAddress = privateKeyToAccount(generatePrivateKey()).address;

beforeAll(async () => {
  [database, simulator] = await Promise.all([createTestDatabase(), startSimulator({ blockTimeSeconds: 1 })]);
  connection = connectDatabase(database.url);
  merchantId = (await makeMerchant(connection.db, { payeeAddress })).merchant.id;
  env = {
    DATABASE_URL: database.url,
    RPC_URL: `${simulator.url}/rpc`,
    BROWSER_RPC_URL: simulator.chain.rpcUrl,
    RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey,
  };
  servers = [await startServerProcess(env), await startServerProcess(env)];
}, 120_000);

afterEach(async () => expect(await checkInvariants(connection.db)).toEqual([]));
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await connection.close();
  await Promise.all([database.close(), simulator.stop()]);
});

async function tenant() {
  const user = await makeUser(connection.db, { enrolledMerchantId: merchantId, enrolledAt: new Date() });
  const account = privateKeyToAccount(testWalletKey(user.id));
  await makeWallet(connection.db, { userId: user.id, address: account.address });
  await simulator.chain.fundGas(account.address);
  await simulator.chain.mintUsdc(account.address, 20_000_000_000n);
  const { token } = await servers[0].client().auth.login.mutate({ email: user.email, password: factoryPassword });
  return { user, account, token };
}
type Tenant = Awaited<ReturnType<typeof tenant>>;

async function checkout(payer: Tenant, amount: string) {
  const { paymentId, checkoutURL } = await servers[0].client(payer.token).payments.createCheckout.mutate({ amount });
  const reference = checkoutURL.split("/").at(-1) ?? "";
  const view = await servers[0].client().payments.checkout.query({ reference });
  return { paymentId, uuid: parsePublicId("payment", paymentId) ?? "", reference, view };
}
type Checkout = Awaited<ReturnType<typeof checkout>>;

const send = (payer: Tenant, { view }: Checkout) =>
  createWalletClient({ account: payer.account, transport: http(simulator.chain.rpcUrl) }).sendTransaction({
    chain: null,
    to: networks.local.usdc.address,
    data: encodeTransfer({ to: payeeAddress, usdcUnits: BigInt(view.usdcUnits), binding: view.binding }),
  });

async function signed(payer: Tenant, { reference, view }: Checkout) {
  const { validAfter, validBefore, binding: nonce } = view;
  const auth = { from: payer.account.address, to: payeeAddress, usdcUnits: BigInt(view.usdcUnits), nonce };
  const typedData = transferAuthorizationTypedData({
    ...auth,
    network: networks.local,
    validAfter: BigInt(validAfter),
    validBefore: BigInt(validBefore),
  });
  return { reference, from: auth.from, validAfter, validBefore, signature: await payer.account.signTypedData(typedData) };
}

const completed = (payer: Tenant, paymentId: string, server = servers[0]) =>
  eventually(
    () => server.client(payer.token).payments.get.query({ paymentId }),
    (payment) => payment.status === "completed",
  );

/** Does it two hundred times at once, every other time on the other server, and answers what came of each. */
async function everywhere<Answer>(ask: (server: ServerProcess, turn: number) => Promise<Answer>) {
  const turns = Array.from({ length: 200 }, (_, turn) => ask(turn % 2 === 0 ? servers[0] : servers[1], turn));
  return Promise.allSettled(turns);
}
const fulfilled = <Answer>(results: PromiseSettledResult<Answer>[]) =>
  results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
const eventsOf = (uuid: string, type: "created" | "completed" | "cancelled" | "authorizationReceived") =>
  connection.db.$count(paymentEvents, and(eq(paymentEvents.paymentId, uuid), eq(paymentEvents.type, type)));

describe("two hundred at once on two server processes", () => {
  it("open one checkout", async () => {
    const payer = await tenant();
    const results = fulfilled(
      await everywhere((server) => server.client(payer.token).payments.createCheckout.mutate({ amount: "1450.00" })),
    );
    expect(new Set(results.map((result) => result.paymentId)).size).toBe(1);
    expect(await eventsOf(parsePublicId("payment", results[0]?.paymentId ?? "") ?? "", "created")).toBe(1);
  });

  it("get one answer for one idempotency key", async () => {
    const payer = await tenant();
    const request = { amount: "12.34", idempotencyKey: "the-one-intention" };
    const results = fulfilled(await everywhere((server) => server.client(payer.token).payments.createCheckout.mutate(request)));
    expect(new Set(results.map((result) => result.checkoutURL)).size).toBe(1);
  });

  it("relay one authorization, and one payment is completed by it", async () => {
    const payer = await tenant();
    const open = await checkout(payer, "1450.00");
    const request = await signed(payer, open);
    await everywhere((server) => server.client().payments.authorize.mutate(request));
    await completed(payer, open.paymentId, servers[1]);
    expect(await connection.db.$count(relays, eq(relays.paymentId, open.uuid))).toBe(1);
    expect(await eventsOf(open.uuid, "authorizationReceived")).toBe(1);
    expect(await eventsOf(open.uuid, "completed")).toBe(1);
  });

  it("hint at one transfer, which completes one payment once", async () => {
    const payer = await tenant();
    const open = await checkout(payer, "77.00");
    const transactionHash = await send(payer, open);
    await everywhere((server) => server.client(payer.token).payments.recordSuccess.mutate({ transactionHash, paymentId: open.paymentId }));
    await completed(payer, open.paymentId);
    expect(await eventsOf(open.uuid, "completed")).toBe(1);
    expect(await connection.db.$count(transfers, eq(transfers.paymentId, open.uuid))).toBe(1);
  });

  it("cancel a payment whose money is arriving: the money wins, early or late, and once", async () => {
    const payer = await tenant();
    const open = await checkout(payer, "78.00");
    await send(payer, open);
    await everywhere((server) => server.client(payer.token).payments.cancel.mutate({ paymentId: open.paymentId }));
    const payment = await completed(payer, open.paymentId);
    const cancelled = await eventsOf(open.uuid, "cancelled");
    expect(cancelled).toBeLessThanOrEqual(1);
    expect(payment.oddity).toBe(cancelled === 1 ? "late" : "none");
    expect(await eventsOf(open.uuid, "completed")).toBe(1);
  });

  it("register one account for one e-mail address", async () => {
    const person = { firstName: "Ada", lastName: "Okafor", email: "one.of.many@example.com", password: "a quiet hearth" };
    const results = await everywhere((server, turn) =>
      turn < 20 ? server.client().auth.register.mutate(person) : Promise.reject(new Error("enough")),
    );
    expect(fulfilled(results)).toHaveLength(1);
  });
});

describe("a server that is killed", () => {
  it("loses no acknowledged write and credits nothing twice, whenever it is killed", async () => {
    const payers = await Promise.all(Array.from({ length: 6 }, tenant));
    const acknowledged: { payer: Tenant; open: Checkout }[] = [];
    for (const [turn, payer] of payers.entries()) {
      const open = await checkout(payer, `${200 + turn}.00`);
      const request = await signed(payer, open);
      const pause = new Promise((resolve) => setTimeout(resolve, turn * 170));
      await servers[1].client().payments.authorize.mutate(request);
      acknowledged.push({ payer, open });
      await pause;
      await servers[0].kill();
      servers[0] = await startServerProcess(env);
    }
    for (const { payer, open } of acknowledged) {
      await completed(payer, open.paymentId, servers[0]);
      expect(await eventsOf(open.uuid, "completed")).toBe(1);
    }
  }, 180_000);

  it("goes on with what the other left, both killed in the middle of a payment", async () => {
    const payer = await tenant();
    const open = await checkout(payer, "310.00");
    await servers[0].client().payments.authorize.mutate(await signed(payer, open));
    await Promise.all(servers.map((server) => server.kill()));
    servers = [await startServerProcess(env), await startServerProcess(env)];
    await completed(payer, open.paymentId);
    expect(await eventsOf(open.uuid, "completed")).toBe(1);
  }, 120_000);
});

describe("a chain that misbehaves", () => {
  const faults = (body: object) =>
    fetch(`${simulator.url}/faults`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

  it("is waited for while it is away, and caught up with when it is back", async () => {
    const payer = await tenant();
    const open = await checkout(payer, "401.00");
    expect((await faults({ rpcAwaySeconds: 600 })).ok).toBe(true);
    await send(payer, open);
    await simulator.chain.mine(3);
    await expect(servers[0].client(payer.token).payments.createCheckout.mutate({ amount: "402.00" })).rejects.toThrow("cannot be reached");
    expect((await servers[0].client(payer.token).payments.get.query({ paymentId: open.paymentId })).status).toBe("pending");
    await faults({ rpcAwaySeconds: 0 });
    await completed(payer, open.paymentId);
  });

  it("is not believed beyond what it shows while it lags behind, and slow answers only delay", async () => {
    const payer = await tenant();
    const open = await checkout(payer, "403.00");
    await faults({ rpcLagBlocks: 5 });
    await send(payer, open);
    await simulator.chain.mine(3);
    expect((await servers[1].client(payer.token).payments.get.query({ paymentId: open.paymentId })).status).toBe("pending");
    await faults({ rpcLagBlocks: 0, rpcDelayMs: 300 });
    await completed(payer, open.paymentId);
    await faults({ rpcDelayMs: 0 });
    expect(await eventsOf(open.uuid, "completed")).toBe(1);
  });

  it("may reorganise under two running servers without a payment lost or counted twice", async () => {
    const payers = await Promise.all(Array.from({ length: 5 }, tenant));
    const opened = await Promise.all(payers.map((payer, turn) => checkout(payer, `${410 + turn}.00`)));
    for (const [turn, payer] of payers.entries()) {
      await send(payer, opened[turn] as Checkout);
      await simulator.chain.mine(2);
      await simulator.chain.reorg(3, await simulator.chain.rawTransactions(3));
    }
    for (const [turn, payer] of payers.entries()) await completed(payer, (opened[turn] as Checkout).paymentId);
  });
});
