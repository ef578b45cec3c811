import { createRelayer, type Relayer } from "@hearth/chain/relayer";
import { relayTransactions } from "@hearth/db/schema/relay-transactions";
import { relays } from "@hearth/db/schema/relays";
import { openCountingDatabase } from "@hearth/db/testing/counting-database";
import { makePayment, makeRelay, makeRelayTransaction } from "@hearth/db/testing/payment-factories";
import { createAnvilClient } from "@hearth/simulator/anvil/client";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { eq, getTableColumns, inArray } from "drizzle-orm";
import { parseTransaction } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";
import { relayAuthorizations } from "./relay-authorizations.ts";

const { relayer: account } = demoAccounts;
let fixture: PaymentFixture;
beforeAll(async () => {
  const env = { RELAYER_PRIVATE_KEY: account.privateKey, RATE_LIMITS: "off" };
  fixture = await openPaymentFixture(await startHarness({ chain: true, env }));
});
afterEach(async () => {
  await fixture.expectSound();
  await fixture.pass(0); // the chain's clock catches up with the server's
});
afterAll(() => fixture.harness.close());

const step = (changed: Partial<Relayer> = {}) => {
  const { deps } = fixture.harness;
  const { network } = deps;
  const relayer = createRelayer({ network, rpcUrl: fixture.harness.chain.rpcUrl, signer: account.privateKey });
  return relayAuthorizations({ ...deps, relayer: { ...relayer, ...changed } });
};

interface Signed {
  tenant: Tenant;
  paymentId: string;
  uuid: string;
}
let cents = 0;

/** Checkouts signed by their payers, before any relayer step. */
async function signed(count: number, tenants: Tenant[]): Promise<Signed[]> {
  const open: Signed[] = [];
  for (let place = 0; place < count; place += 1) {
    const tenant = tenants[place % tenants.length];
    if (!tenant) throw new Error("There are no tenants");
    cents += 1;
    const checkout = await fixture.checkout(tenant, `${(10_000 + cents) / 100}`);
    await fixture.authorize(tenant, checkout.reference);
    open.push({ tenant, ...checkout });
  }
  return open;
}

/** Relays of some checkouts, in order, with their transactions. */
async function relaysOf(open: Signed[]) {
  const { txHash, rawTransaction, carries, attempts, accountNonce, maxFeePerGas } = getTableColumns(relayTransactions);
  const rows = await fixture.harness.db
    .select({ ...getTableColumns(relays), txHash, rawTransaction, carries, attempts, accountNonce, maxFeePerGas })
    .from(relays)
    .leftJoin(relayTransactions, eq(relayTransactions.id, relays.transactionId))
    .where(
      inArray(
        relays.paymentId,
        open.map(({ uuid }) => uuid),
      ),
    );
  return open.map(({ uuid }) => rows.find(({ paymentId }) => paymentId === uuid));
}

const outcomesOf = async (open: Signed[]) => (await relaysOf(open)).map((relay) => relay?.failure ?? relay?.status);

/** Mines and reads the sent transactions. */
async function arrive(): Promise<void> {
  await fixture.mine(2);
  await fixture.watch();
  await step();
}

async function expectPaidOnce(open: Signed[]): Promise<void> {
  for (const { tenant, paymentId } of open)
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: "none", others: [] });
}

/** Moves all of a tenant's money away. */
async function empty(tenant: Tenant): Promise<void> {
  const usdcUnits = await fixture.harness.chain.usdcBalance(tenant.account.address);
  await fixture.transfer(tenant.account, { to: demoAccounts.spare.address, usdcUnits });
  await fixture.mine(1);
}

it("costs one statement while there is nothing to relay", async () => {
  await step();
  const { db, statements, close } = openCountingDatabase(fixture.harness.deps.env.databaseUrl);
  await relayAuthorizations({ ...fixture.harness.deps, db });
  await close();
  expect(statements).toHaveLength(1);
});

describe("a batch of authorizations", () => {
  it("completes forty payments with one transaction, each once, while many processes step concurrently", async () => {
    const tenants = await Promise.all([fixture.tenant(), fixture.tenant()]);
    const open = await signed(40, tenants);
    await Promise.all(Array.from({ length: 6 }, () => step()));
    await arrive();
    const carried = await relaysOf(open);
    expect(new Set(carried.map((relay) => relay?.txHash)).size).toBe(1);
    expect(carried[0]).toMatchObject({ status: "mined", carries: 40, attempts: 1 });
    await expectPaidOnce(open);
  });

  it("leaves out payers whom the token would refuse, with the reason, and relays the others", async () => {
    const [rich, poor] = [await fixture.tenant(), await fixture.tenant()];
    const open = await signed(3, [rich, poor]);
    const [first, second, third] = open;
    if (!first || !second || !third) throw new Error("Nothing is signed");
    await empty(poor);
    await step();
    expect(await outcomesOf(open)).toEqual(["sent", "balance", "sent"]);
    await arrive();
    await expectPaidOnce([first, third]);
  });

  it("fails only the one that became invalid before it was mined, with the reason", async () => {
    const [rich, poor] = [await fixture.tenant(), await fixture.tenant()];
    const open = await signed(3, [rich, poor]);
    await step();
    const [sent] = await relaysOf(open);
    if (!sent?.rawTransaction || !sent.txHash) throw new Error("Nothing was sent");
    await createAnvilClient(fixture.harness.chain.rpcUrl).dropTransaction({ hash: sent.txHash });
    await empty(poor);
    await fixture.harness.deps.relayer?.send(sent.rawTransaction);
    await arrive();
    expect(await outcomesOf(open)).toEqual(["mined", "queued", "mined"]);
    await step();
    expect(await outcomesOf(open)).toEqual(["mined", "balance", "mined"]);
    await expectPaidOnce(open.filter((_open, place) => place !== 1));
  });

  it("is split after it reverted, and no payment is lost", async () => {
    const open = await signed(3, [await fixture.tenant()]);
    const { relayer } = fixture.harness.deps;
    if (!relayer) throw new Error("There is no relayer");
    await step({ sign: (request) => relayer.sign({ ...request, most: 8_000 }) }); // too little gas for any of them
    await arrive();
    const [first] = await relaysOf(open);
    expect(first).toMatchObject({ status: "queued", carries: 3, mostTogether: 1 });
    for (const _one of open) {
      await step();
      await arrive();
    }
    expect((await relaysOf(open)).map((relay) => [relay?.status, relay?.carries])).toEqual(open.map(() => ["mined", 1]));
    await expectPaidOnce(open);
  });

  it.each([
    ["between storing and sending", async () => Promise.reject(new Error("killed"))],
    [
      "after sending",
      async (rawTx: `0x${string}`) => {
        await fixture.harness.deps.relayer?.send(rawTx);
        throw new Error("killed");
      },
    ],
  ] as const)("continues after its process was killed %s", async (_, send) => {
    const open = await signed(3, [await fixture.tenant()]);
    await expect(step({ send })).rejects.toThrow("killed");
    expect(await outcomesOf(open)).toEqual(["sent", "sent", "sent"]);
    fixture.harness.clock.advance({ seconds: 7 });
    await step();
    await arrive();
    const [first] = await relaysOf(open);
    expect(first).toMatchObject({ status: "mined", carries: 3, attempts: 1 });
    await expectPaidOnce(open);
  });

  it("is sent again when its block leaves the chain", async () => {
    const open = await signed(3, [await fixture.tenant()]);
    await step();
    await arrive();
    await fixture.harness.chain.reorg(2);
    await fixture.watch();
    expect(await outcomesOf(open)).toEqual(["queued", "queued", "queued"]);
    await step();
    await arrive();
    await expectPaidOnce(open);
  });

  it("gets a higher fee with the same content and account nonce when blocks pass it over", async () => {
    const open = await signed(3, [await fixture.tenant()]);
    await step();
    const [stuck] = await relaysOf(open);
    if (!stuck?.rawTransaction || !stuck.txHash) throw new Error("Nothing was sent");
    fixture.harness.clock.advance({ seconds: 30 });
    await createAnvilClient(fixture.harness.chain.rpcUrl).dropTransaction({ hash: stuck.txHash });
    await fixture.pass(0);
    await fixture.watch();
    await step();
    const [outbid] = await relaysOf(open);
    if (!outbid?.rawTransaction) throw new Error("Nothing was sent");
    const [before, after] = [parseTransaction(stuck.rawTransaction), parseTransaction(outbid.rawTransaction)];
    expect(after).toMatchObject({ nonce: before.nonce, to: before.to, data: before.data, gas: before.gas });
    expect(outbid.maxFeePerGas).toBeGreaterThan(stuck.maxFeePerGas ?? 0n);
    await arrive();
    await expectPaidOnce(open);
  });

  it("is requeued when its account nonce was used by another transaction of the key", async () => {
    const open = await signed(2, [await fixture.tenant()]);
    await expect(step({ send: () => Promise.reject(new Error("killed")) })).rejects.toThrow("killed");
    const { deps, chain } = fixture.harness;
    const nonce = await deps.relayer?.accountNonce("latest");
    await createAnvilClient(chain.rpcUrl).setNonce({ address: account.address, nonce: (nonce ?? 0) + 1 });
    fixture.harness.clock.advance({ seconds: 7 });
    await fixture.pass(0);
    await fixture.watch();
    await step();
    expect(await outcomesOf(open)).toEqual(["queued", "queued"]);
    await step();
    await arrive();
    await expectPaidOnce(open);
  });
});

describe("the queue", () => {
  const key = { chainId: 84_532, relayerAddress: account.address };

  it("shows the payer their place and the estimated wait, and nothing when they are next", async () => {
    const { db, clock } = fixture.harness;
    const tenant = await fixture.tenant();
    const first = await fixture.checkout(tenant, "88.00");
    await fixture.authorize(tenant, first.reference);
    const placeOf = async (reference: string) => (await fixture.harness.caller().payments.checkout({ reference })).relay?.place;
    expect(await placeOf(first.reference)).toBeNull();
    const others = [];
    for (let count = 0; count < 3; count += 1) {
      const { id: paymentId } = await makePayment(db, { merchantId: fixture.merchantId });
      others.push(await makeRelay(db, { paymentId, ...key, mostTogether: 1, updatedAt: clock.now() }));
    }
    clock.advance({ seconds: 1 });
    const last = await fixture.checkout(tenant, "89.00");
    await fixture.authorize(tenant, last.reference);
    expect(await placeOf(last.reference)).toEqual({ number: 5, seconds: 12 });
    await db
      .update(relays)
      .set({ status: "failed", failure: "expired" })
      .where(
        inArray(
          relays.id,
          others.map(({ id }) => id),
        ),
      );
    await step();
    expect(await placeOf(last.reference)).toBeNull();
    await arrive();
  });

  it("refuses payers whose signature would expire before their turn, and offers to send directly", async () => {
    const { db, clock } = fixture.harness;
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant, "90.00");
    const createdAt = new Date(clock.now().getTime() - 700_000);
    const { id } = await makeRelayTransaction(db, { ...key, createdAt, sentAt: createdAt });
    await expect(makeRelayTransaction(db, key)).rejects.toMatchObject({
      cause: { constraint_name: "relay_transactions_one_in_flight_key" },
    });
    await expect(fixture.authorize(tenant, checkout.reference)).rejects.toThrow("Please send from your wallet");
    expect(await db.$count(relays, eq(relays.paymentId, checkout.uuid))).toBe(0);
    await db.update(relayTransactions).set({ status: "lost" }).where(eq(relayTransactions.id, id));
    await fixture.authorize(tenant, checkout.reference);
    await step();
    await arrive();
    expect((await fixture.payment(tenant, checkout.paymentId)).status).toBe("completed");
  });
});
