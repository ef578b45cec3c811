import { multicall3Address } from "@hearth/chain/authorization-batch";
import { networks } from "@hearth/chain/networks";
import { encodeTransfer } from "@hearth/chain/usdc";
import { merchants } from "@hearth/db/schema/merchants";
import { onrampOrders } from "@hearth/db/schema/onramp-orders";
import { payees } from "@hearth/db/schema/payees";
import { payments } from "@hearth/db/schema/payments";
import { transfers } from "@hearth/db/schema/transfers";
import { makeUser } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { asc, eq, inArray } from "drizzle-orm";
import { createWalletClient, encodeFunctionData, http, multicall3Abi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type OnrampFixture, startOnrampFixture } from "../../../testing/onramp-fixture.ts";
import { checkInvariants } from "../../settlement/checking/check-invariants.ts";
import { markOrdersDue } from "../../ledger/onramp-orders.repo.ts";
import { followOrders } from "./follow-orders.ts";
import { watchChain } from "../../settlement/reading/watch-chain.ts";

let fixture: OnrampFixture;
beforeAll(async () => {
  fixture = await startOnrampFixture();
});
afterEach(async () => expect(await checkInvariants(fixture.harness.db)).toEqual([]));
afterAll(() => fixture.close());

describe("onramp money whose block leaves the chain", () => {
  it("is asked about again, and counts again when it comes back in another block", async () => {
    const { chain } = fixture.simulator;
    const { call, paymentId } = await fixture.checkout("1450.00");
    await fixture.pay((await call.buy({ paymentId })).onrampUrl);
    await fixture.settle();
    const paid = await call.get({ paymentId });
    expect(paid).toMatchObject({ status: "completed", coinbaseSessionId: expect.stringMatching(/^hearth-/) });
    const raw = await chain.rawTransactions(4);
    await chain.reorg(4);
    while ((await watchChain(fixture.harness.deps)).more);
    expect(await call.get({ paymentId })).toMatchObject({ status: "pending", transfer: null });
    expect(await fixture.newestOrder()).toMatchObject({ boundAt: null, nextLookAt: fixture.harness.clock.now() });
    await chain.reorg(1, raw);
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", coinbaseSessionId: paid.coinbaseSessionId });
    expect(await fixture.newestOrder()).toMatchObject({ boundAt: expect.any(Date), nextLookAt: null });
    expect(await checkInvariants(fixture.harness.db)).toEqual([]);
  });
});

describe("a purchase whose block time is before the order", () => {
  it("still belongs to the order, is in time, and raises no alarm", async () => {
    const { harness, simulator } = fixture;
    harness.clock.advance({ minutes: 40 }); // and the chain's clock stays behind
    const { call, paymentId } = await fixture.checkout("903.00");
    const { onrampUrl } = await call.buy({ paymentId });
    await fetch(onrampUrl, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } });
    await fixture.settle();
    const { time } = await harness.deps.chain.head();
    const { status, oddity, createdAt, transfer } = await call.get({ paymentId });
    expect(time.getTime()).toBeLessThan(new Date(createdAt).getTime());
    expect({ status, oddity, verdict: transfer?.verdict }).toEqual({ status: "completed", oddity: "none", verdict: "matched" });
    expect(await fixture.newestOrder()).toMatchObject({ state: "succeeded", boundAt: expect.any(Date), nextLookAt: null });
    expect(await checkInvariants(harness.db)).toEqual([]);
    await simulator.chain.setNextBlockTime(harness.clock.now());
    await simulator.chain.mine(1);
  });
});

type Purchase = { state: "pending" | "succeeded" | "failed"; txHash: `0x${string}` | null };

/** Sets the provider's purchases per order, by user reference. Other orders have none. */
function providerSays(purchasesOf: Record<string, Purchase[]>): void {
  const { deps } = fixture.harness;
  const { onramp } = deps;
  if (onramp === null) throw new Error("There is no onramp");
  const original = onramp.transactions;
  deps.onramp = {
    ...onramp,
    transactions: async (userRef) =>
      purchasesOf[userRef]?.map((purchase, at) => ({ id: String(at), destination: null, ...purchase })) ?? original(userRef),
  };
}

/** A payment with an onramp order; `amount` in dollars. */
async function ordered(amount: string) {
  const checkout = await fixture.checkout(amount);
  await checkout.call.buy({ paymentId: checkout.paymentId });
  const order = await fixture.newestOrder();
  if (!order) throw new Error("There is no order");
  return { ...checkout, order };
}

/** Sends these amounts, in dollars, to the merchant in one transaction of an unknown contract. */
async function deliver(...amounts: number[]): Promise<`0x${string}`> {
  const { simulator, harness, merchantId } = fixture;
  const { chain } = simulator;
  const [payee] = await harness.db.select().from(payees).where(eq(payees.merchantId, merchantId));
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.fundGas(account.address);
  await chain.mintUsdc(multicall3Address, 1_000_000_000_000n);
  const calls = amounts.map((amount) => ({
    target: networks.local.usdc.address,
    allowFailure: false,
    callData: encodeTransfer({ to: payee?.address ?? "0x", usdcUnits: BigInt(Math.round(amount * 1e6)) }),
  }));
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [calls] });
  await fixture.tick();
  const wallet = createWalletClient({ account, transport: http(chain.rpcUrl) });
  return wallet.sendTransaction({ chain: null, to: multicall3Address, data, gas: 1_000_000n });
}

const succeeded = (txHash: `0x${string}`): Purchase => ({ state: "succeeded", txHash });
const moneyOf = async (txHash: `0x${string}`) =>
  (await fixture.harness.db.select().from(transfers).where(eq(transfers.txHash, txHash)).orderBy(asc(transfers.logIndex))).map(
    ({ verdict, paymentId, boundBy }) => ({ verdict, paymentId: paymentId && publicId("payment", paymentId), boundBy }),
  );

describe("money delivered for an order belongs to its payment:", () => {
  it("a smaller amount makes the payment short, which can be topped up", async () => {
    const { call, paymentId, order } = await ordered("920.00");
    const txHash = await deliver(919);
    providerSays({ [order.userRef]: [succeeded(txHash)] });
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({
      status: "pending",
      short: { received: 919, missing: 1 },
      purchase: { state: "succeeded" },
    });
    const { checkoutURL } = await call.topUp({ paymentId });
    const { onrampUrl } = await fixture.harness.caller().payments.buyAtCheckout({ reference: checkoutURL.split("/").at(-1) ?? "" });
    expect(onrampUrl).toBeTruthy();
    const rest = await fixture.newestOrder();
    const restHash = await deliver(1);
    providerSays({ [rest?.userRef ?? ""]: [succeeded(restHash)] });
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", oddity: "none", parts: [{}, {}] });
  });

  it("a larger amount completes the payment as over", async () => {
    const { call, paymentId, order } = await ordered("921.00");
    providerSays({ [order.userRef]: [succeeded(await deliver(925))] });
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", oddity: "over" });
  });

  it("two orders' deliveries complete it once, and the second is a duplicate", async () => {
    const { call, paymentId } = await fixture.checkout("922.00");
    const windows = [await call.buy({ paymentId }), await call.buy({ paymentId })];
    for (const { onrampUrl } of windows) await fixture.pay(onrampUrl);
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", others: [{ verdict: "duplicate", usdc: "922.00" }] });
  });

  it("both purchases of one session belong to the payment, also when the second is reported later", async () => {
    const { call, paymentId, order } = await ordered("923.00");
    const first = await deliver(923);
    providerSays({ [order.userRef]: [succeeded(first)] });
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", others: [] });
    const second = await deliver(923);
    providerSays({ [order.userRef]: [succeeded(second), succeeded(first)] });
    await fixture.harness.db.transaction((tx) => markOrdersDue(tx, { userRef: order.userRef }, fixture.harness.clock.now()));
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", others: [{ verdict: "duplicate" }] });
    const [row] = await fixture.harness.db.select().from(onrampOrders).where(eq(onrampOrders.id, order.id));
    expect(row).toMatchObject({ txHash: first, nextLookAt: null, boundAt: expect.any(Date) });
  });

  it("one transfer that two orders of a payment report is the money of one of them", async () => {
    const { call, paymentId, order } = await ordered("924.00");
    await call.buy({ paymentId });
    const other = await fixture.newestOrder();
    const txHash = await deliver(924);
    providerSays({ [order.userRef]: [succeeded(txHash)], [other?.userRef ?? ""]: [succeeded(txHash)] });
    for (let round = 0; round < 3; round += 1) {
      await fixture.settle();
      fixture.harness.clock.advance({ seconds: 61 });
    }
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", others: [] });
    const ids = [order.id, other?.id ?? ""];
    const rows = await fixture.harness.db.select().from(onrampOrders).where(inArray(onrampOrders.id, ids));
    expect(rows.filter(({ boundAt }) => boundAt !== null)).toHaveLength(1);
  });

  it("a smaller delivery of another order stays short beside the completed payment", async () => {
    const { call, paymentId, order } = await ordered("924.00");
    await call.buy({ paymentId });
    const other = await fixture.newestOrder();
    const [paid, little] = [await deliver(924), await deliver(900)];
    providerSays({ [order.userRef]: [succeeded(paid)], [other?.userRef ?? ""]: [succeeded(little)] });
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", others: [{ verdict: "short", usdc: "900.00" }] });
  });

  it("a smaller amount after a cancellation makes the payment short", async () => {
    const { call, paymentId, order } = await ordered("926.00");
    await call.cancel({ paymentId });
    providerSays({ [order.userRef]: [succeeded(await deliver(925))] });
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "cancelled", short: { received: 925, missing: 1 } });
  });

  it("two tenants' orders in one transaction stay separate: equal amounts, different amounts, and too little", async () => {
    for (const [asked, sent] of [
      [
        ["930.00", "930.00"],
        [930, 930],
      ],
      [
        ["931.00", "932.00"],
        [932, 931],
      ],
      [
        ["933.00", "943.00"],
        [942, 932],
      ],
    ] as const) {
      const [one, two] = [await ordered(asked[0]), await ordered(asked[1])];
      const txHash = await deliver(...sent);
      providerSays({ [one.order.userRef]: [succeeded(txHash)], [two.order.userRef]: [succeeded(txHash)] });
      await fixture.settle();
      fixture.harness.clock.advance({ seconds: 6 });
      await fixture.settle();
      const money = await moneyOf(txHash);
      expect(new Set(money.map(({ paymentId }) => paymentId))).toEqual(new Set([one.paymentId, two.paymentId]));
      const received = await Promise.all([one, two].map(async ({ call, paymentId }) => (await call.get({ paymentId })).short?.received));
      expect(received).toEqual(asked[0] === "933.00" ? [932, 942] : [undefined, undefined]);
    }
  });

  it("an unequal amount waits while either of two transfers could be the order's, and the alarm claims no more than is known", async () => {
    const { harness } = fixture;
    const { call, paymentId, order } = await ordered("935.00");
    const txHash = await deliver(934, 933);
    providerSays({ [order.userRef]: [succeeded(txHash)] });
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "pending", short: null });
    const [merchant] = await harness.db.select().from(merchants).where(eq(merchants.id, fixture.merchantId));
    const landlord = harness.caller(await harness.signIn(merchant?.ownerUserId ?? "")).merchant;
    const offered = await landlord.attachableTransfers({ paymentId });
    const transferId = offered.find(({ usdc }) => usdc === "934.00")?._id ?? "";
    await landlord.attachTransfer({ transferId, paymentId, reason: "Coinbase says so" });
    await fixture.settle();
    const [row] = await harness.db.select().from(onrampOrders).where(eq(onrampOrders.id, order.id));
    expect(row).toMatchObject({ boundAt: expect.any(Date), nextLookAt: null });
  });

  it("is bound once when the provider reports it twice, and before the money is read", async () => {
    const { call, paymentId, order } = await ordered("936.00");
    const txHash = await deliver(935);
    providerSays({ [order.userRef]: [succeeded(txHash)] });
    const hear = () => fixture.harness.db.transaction((tx) => markOrdersDue(tx, { userRef: order.userRef }, fixture.harness.clock.now()));
    await hear();
    while (await followOrders(fixture.harness.deps));
    await hear();
    await fixture.settle();
    await hear();
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ short: { received: 935, missing: 1 } });
    const { timeline } = await call.get({ paymentId });
    expect(timeline.filter(({ type }) => type === "shortSeen")).toHaveLength(1);
  });

  it("a duplicate pays the payment when the transfer that paid it leaves the chain for good", async () => {
    const { chain } = fixture.simulator;
    const { call, paymentId, order } = await ordered("937.00");
    await call.buy({ paymentId });
    const other = await fixture.newestOrder();
    const earlier = await deliver(937);
    await fixture.settle();
    const later = await deliver(937);
    await chain.mine(1);
    providerSays({ [order.userRef]: [succeeded(later)], [other?.userRef ?? ""]: [] });
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", transactionHash: later });
    providerSays({ [order.userRef]: [succeeded(later)], [other?.userRef ?? ""]: [succeeded(earlier)] });
    await fixture.harness.db.transaction((tx) => markOrdersDue(tx, { userRef: other?.userRef ?? "" }, fixture.harness.clock.now()));
    await fixture.settle();
    expect(await moneyOf(earlier)).toMatchObject([{ verdict: "duplicate", paymentId }]);
    const head = Number((await fixture.harness.deps.chain.head()).number);
    const [row] = await fixture.harness.db.select().from(transfers).where(eq(transfers.txHash, later));
    await chain.reorg(head - Number(row?.blockNumber ?? 0n) + 1);
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", transactionHash: earlier });
  });

  it("a short transfer of a replaced block is bound to its order and payment again", async () => {
    const { chain } = fixture.simulator;
    const { call, paymentId, order } = await ordered("938.00");
    providerSays({ [order.userRef]: [succeeded(await deliver(937))] });
    await fixture.settle();
    const raw = await chain.rawTransactions(4);
    await chain.reorg(4);
    while ((await watchChain(fixture.harness.deps)).more);
    expect(await call.get({ paymentId })).toMatchObject({ short: null });
    await chain.reorg(1, raw);
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ short: { received: 937, missing: 1 } });
    const [row] = await fixture.harness.db.select().from(onrampOrders).where(eq(onrampOrders.id, order.id));
    expect(row).toMatchObject({ boundAt: expect.any(Date), nextLookAt: null });
  });

  it("returns to its order when an administrator detaches it from another payment", async () => {
    const { harness } = fixture;
    const admin = harness.caller(await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin")).admin;
    const { call, paymentId, order } = await ordered("939.00");
    const neighbour = await fixture.checkout("938.50");
    const txHash = await deliver(938);
    await fixture.settle();
    const offered = await admin.attachableTransfers({ paymentId: neighbour.paymentId });
    const transferId = offered.find(({ usdc }) => usdc === "938.00")?._id ?? "";
    await admin.attachTransfer({ transferId, paymentId: neighbour.paymentId, reason: "It looks like hers" });
    providerSays({ [order.userRef]: [succeeded(txHash)] });
    await fixture.settle();
    expect(await moneyOf(txHash)).toMatchObject([{ boundBy: "admin", paymentId: neighbour.paymentId }]);
    // The provider's answer is final, so nobody asks about the order again by itself.
    await harness.db.update(onrampOrders).set({ nextLookAt: null }).where(eq(onrampOrders.id, order.id));
    await admin.detachTransfer({ transferId, reason: "It was bought by another tenant" });
    await fixture.settle();
    expect(await moneyOf(txHash)).toMatchObject([{ boundBy: "onramp", paymentId, verdict: "short" }]);
    expect(await call.get({ paymentId })).toMatchObject({ short: { received: 938, missing: 1 } });
  });
});

describe("the state check", () => {
  it("finds money that a reference or an order names and no payment has", async () => {
    const { harness } = fixture;
    const { order } = await ordered("945.00");
    const txHash = await deliver(944);
    providerSays({ [order.userRef]: [succeeded(txHash)] });
    await fixture.settle();
    const [money] = await harness.db.select().from(transfers).where(eq(transfers.txHash, txHash));
    const change = (set: Partial<typeof transfers.$inferInsert>) =>
      harness.db
        .update(transfers)
        .set(set)
        .where(eq(transfers.id, money?.id ?? ""));
    const follow = (set: Partial<typeof onrampOrders.$inferInsert>) =>
      harness.db.update(onrampOrders).set(set).where(eq(onrampOrders.id, order.id));
    await change({ paymentId: null, boundBy: null, verdict: "unmatched" });
    await follow({ boundAt: null, nextLookAt: new Date(harness.clock.now().getTime() + 3_600_000) });
    expect(await checkInvariants(harness.db)).toEqual([]);
    await follow({ nextLookAt: new Date(harness.clock.now().getTime() + 3 * 3_600_000) });
    expect(await checkInvariants(harness.db)).toEqual([
      `Transfer ${money?.id}: an onramp order was delivered with it and its payment does not have it`,
    ]);
    const [payment] = await harness.db.select().from(payments).where(eq(payments.id, order.paymentId));
    await change({ binding: payment?.binding ?? null });
    expect(await checkInvariants(harness.db)).toEqual([`Transfer ${money?.id}: its reference names a payment that does not have it`]);
    await change({ binding: null });
    await follow({ nextLookAt: harness.clock.now() });
    await fixture.settle();
  });
});
