import { ChainUnavailable } from "@hearth/chain/chain-errors";
import { createChainReader } from "@hearth/chain/chain-reader";
import { networks } from "@hearth/chain/networks";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createRandom } from "@hearth/db/testing/random";
import { listLivingAlarms } from "../features/alarms/alarms.repo.ts";
import { relayAuthorizations } from "../features/payments/relay/relay-authorizations.ts";
import { watchChain } from "../features/settlement/reading/watch-chain.ts";
import { startHarness } from "./harness.ts";
import { type LyingNode, startLyingNode } from "./lying-node.ts";
import { faultKinds } from "./node-faults.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "./payment-fixture.ts";
import { eventually } from "./server-process.ts";

/** The random seeds for each fault: one by default, and twenty in `npm run prove`, which sets the first and their number. */
const firstSeed = Number(process.env["FAULT_FIRST"] ?? 0);
const seeds = Array.from({ length: Number(process.env["FAULT_SEEDS"] ?? 1) }, (_, place) => firstSeed + place);

interface World {
  fixture: PaymentFixture;
  nodes: LyingNode[];
  /** Advances seven seconds and a block, then runs each background job once. */
  look(): Promise<void>;
  /** The number of the relayer's transactions on the chain. */
  carried(): Promise<number>;
  close(): Promise<void>;
}

/** A server with this many providers of one chain. */
async function openWorld(providers: number): Promise<World> {
  const nodes = await Promise.all(Array.from({ length: providers }, () => startLyingNode()));
  const env = { RPC_URLS: nodes.map(({ url }) => url).join(","), RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey };
  const harness = await startHarness({ chain: true, env });
  const { chain, clock, deps } = harness;
  for (const node of nodes) node.target = chain.rpcUrl;
  const truth = createChainReader({ network: networks.local, rpcUrl: chain.rpcUrl });
  const patiently = (step: Promise<unknown>) =>
    step.catch((error: unknown) => {
      if (!(error instanceof ChainUnavailable)) throw error;
    });
  const world: World = {
    fixture: await openPaymentFixture(harness),
    nodes,
    look: async () => {
      clock.advance({ seconds: 7 });
      const { time } = await truth.head();
      if (clock.now() <= time) clock.set(new Date(time.getTime() + 1_000));
      await chain.setNextBlockTime(clock.now());
      await chain.mine(1);
      await patiently(relayAuthorizations(deps));
      await patiently(watchChain(deps));
    },
    carried: async () => (await deps.relayer?.accountNonce("latest")) ?? 0,
    close: async () => {
      await harness.close();
      await Promise.all(nodes.map((node) => node.close()));
    },
  };
  await chain.mine(70);
  await world.look();
  return world;
}

interface Paid {
  tenant: Tenant;
  paymentId: string;
}

/** An open checkout. `pay` sends its money, which the next block includes. `sign` submits an authorization, which the relayer sends. */
async function open(fixture: PaymentFixture, amount: string) {
  const tenant = await fixture.tenant();
  const checkout = await fixture.checkout(tenant, amount);
  return {
    tenant,
    ...checkout,
    pay: () => fixture.transfer(tenant.account, checkout),
    sign: () => fixture.authorize(tenant, checkout.reference),
  };
}

const stateOf = async ({ fixture }: World, { tenant, paymentId }: Paid) => {
  const { status, oddity, timeline } = await fixture.payment(tenant, paymentId);
  // A lagging node returns a used account nonce. A transaction signed with it is refused by every node and signed anew.
  const events = timeline.map(({ type }) => type).filter((type, place, all) => type !== "relaySent" || all[place - 1] !== type);
  return { status, oddity, events: events.join(" ") };
};
const paidAtOnce = { status: "completed", oddity: "none", events: "created seen completed" };
const relayedOnce = { status: "completed", oddity: "none", events: "created authorizationReceived relaySent seen completed" };

async function settle(world: World, payments: Paid[]): Promise<void> {
  await eventually(
    async () => {
      await world.look();
      return Promise.all(payments.map((payment) => stateOf(world, payment)));
    },
    (states) => states.every(({ status }) => status === "completed"),
    60_000,
  );
}

describe("with two providers, one of which", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(2);
  });
  afterEach(async () => {
    for (const node of world.nodes) node.fault = null;
    await world.fixture.expectSound();
    expect(await listLivingAlarms(world.fixture.harness.db)).toEqual([]);
  });
  afterAll(() => world.close());

  describe.each(faultKinds)("$name", ({ name, make }) => {
    it.each(seeds)("right payments complete once, and nothing else completes or is reverted (seed %i)", async (seed) => {
      const { fixture, nodes } = world;
      const random = createRandom("product", name, seed);
      const before = await open(fixture, "120.00");
      await before.pay();
      const [small, large, signed, unpaid] = [
        await open(fixture, "300.00"),
        await open(fixture, "1450.00"),
        await open(fixture, "80.00"),
        await open(fixture, "420.00"),
      ];
      await settle(world, [before]);
      const { usdcUnits, binding } = unpaid;
      const carried = await world.carried();
      await signed.sign();
      const bad = nodes[random.between(0, 1)];
      if (bad) bad.fault = make(random, { to: fixture.payeeAddress, usdcUnits, binding });
      await Promise.all([small.pay(), large.pay()]);
      const turns = random.between(4, 7);
      for (let turn = 0; turn < turns; turn++) {
        await world.look();
        expect(await stateOf(world, before)).toEqual(paidAtOnce);
        expect((await stateOf(world, unpaid)).status).toBe("pending");
      }
      if (bad) bad.fault = null;
      await settle(world, [small, large, signed]);
      await world.look();
      expect(await Promise.all([before, small, large, signed].map((payment) => stateOf(world, payment)))).toEqual([
        paidAtOnce,
        paidAtOnce,
        paidAtOnce,
        relayedOnce,
      ]);
      expect(await world.carried()).toBe(carried + 1);
      expect((await stateOf(world, unpaid)).status).toBe("pending");
    });
  });

  it("is away, a payment up to $500.00 completes, and a larger one waits until two providers have it", async () => {
    const { fixture, nodes } = world;
    const [first] = nodes;
    if (first) first.fault = { hangUp: true };
    const [small, large] = [await open(fixture, "500.00"), await open(fixture, "500.01")];
    await Promise.all([small.pay(), large.pay()]);
    for (let turn = 0; turn < 4; turn++) await world.look();
    expect(await stateOf(world, small)).toEqual(paidAtOnce);
    expect(await stateOf(world, large)).toMatchObject({ status: "pending", events: "created seen" });
    if (first) first.fault = null;
    await settle(world, [large]);
    expect(await stateOf(world, large)).toEqual(paidAtOnce);
  });
});

describe("with one provider of several nodes that lag each other by up to twenty blocks", () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(1);
  });
  afterAll(() => world.close());

  const flapping = faultKinds.filter(({ name }) => name.startsWith("is many nodes"));
  it.each(flapping.flatMap((kind) => [0, 1].map((seed) => [kind.name, seed, kind] as const)))(
    "%s (seed %i): no status goes back and no relay is sent again",
    async (name, seed, { make }) => {
      const { fixture, nodes } = world;
      const [node] = nodes;
      const [sent, signed, later] = [await open(fixture, "300.00"), await open(fixture, "80.00"), await open(fixture, "90.00")];
      await Promise.all([sent.pay(), signed.sign()]);
      const carried = await world.carried();
      await settle(world, [sent, signed]);
      await later.sign();
      const nowhere = { to: fixture.payeeAddress, usdcUnits: 1n, binding: `0x${"00".repeat(32)}` } as const;
      if (node) node.fault = make(createRandom("flaps", name, seed), nowhere);
      for (let turn = 0; turn < 25; turn++) {
        await world.look();
        expect(await stateOf(world, sent)).toEqual(paidAtOnce);
        expect(await stateOf(world, signed)).toEqual(relayedOnce);
      }
      if (node) node.fault = null;
      await settle(world, [later]);
      expect(await stateOf(world, later)).toEqual(relayedOnce);
      expect(await world.carried()).toBe(carried + 2);
    },
  );

  it("a mined relay is not sent again because the queried node does not know it", async () => {
    const { fixture, nodes } = world;
    const { chain, clock, deps } = fixture.harness;
    const signed = await open(fixture, "70.00");
    await world.look();
    await signed.sign();
    await relayAuthorizations(deps);
    await chain.mine(1);
    await relayAuthorizations(deps);
    const [node] = nodes;
    const hidesTheNewest = new Set(["eth_getTransactionReceipt", "eth_call"]);
    if (node)
      node.fault = {
        answer: ({ method, params }, forward) => {
          if (!hidesTheNewest.has(method) || (method === "eth_call" && params[1] !== "latest")) return forward(method, params);
          return Promise.resolve({ result: method === "eth_call" ? `0x${"00".repeat(32)}` : null });
        },
      };
    clock.advance({ seconds: 30 });
    for (let step = 0; step < 3; step++) await relayAuthorizations(deps);
    if (node) node.fault = null;
    const { timeline } = await fixture.payment(signed.tenant, signed.paymentId);
    expect(timeline.map(({ type }) => type)).toEqual(["created", "authorizationReceived", "relaySent"]);
    await settle(world, [signed]);
    expect(await stateOf(world, signed)).toEqual(relayedOnce);
  });
});
