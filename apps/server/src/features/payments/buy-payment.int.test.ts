import { onrampOrders } from "@hearth/db/schema/onramp-orders";
import { providerEvents } from "@hearth/db/schema/provider-events";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { demoCredentials } from "@hearth/simulator/exchange/credentials";
import { type Simulator, startSimulator } from "@hearth/simulator/simulator";
import getPort from "get-port";
import { privateKeyToAccount, generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exchangeEnv } from "../../testing/exchange-env.ts";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { checkInvariants } from "./check-invariants.ts";
import { followOrders } from "./follow-orders.ts";
import { watchChain } from "./watch-chain.ts";

let simulator: Simulator;
let harness: Harness;
let merchantId: string;
beforeAll(async () => {
  const port = await getPort();
  simulator = await startSimulator({ manual: true, webhookUrl: `http://127.0.0.1:${port}/api/webhooks/onramp` });
  const env = { ...exchangeEnv(simulator), RPC_URL: simulator.rpcUrl, BROWSER_RPC_URL: simulator.rpcUrl };
  harness = await startHarness({ env });
  await harness.app.listen({ port, host: "127.0.0.1" });
  const { merchant } = await makeMerchant(harness.db, { payeeAddress: privateKeyToAccount(generatePrivateKey()).address });
  merchantId = merchant.id;
  await simulator.chain.mine(2);
  await watchChain(harness.deps);
});
afterAll(async () => {
  await harness.close();
  await simulator.stop();
});

async function checkout(amount: string) {
  const user = await makeUser(harness.db, { enrolledMerchantId: merchantId, enrolledAt: harness.clock.now() });
  const call = harness.caller(await harness.signIn(user.id)).payments;
  const { paymentId, checkoutURL } = await call.createCheckout({ amount });
  return { call, paymentId, reference: checkoutURL.split("/").at(-1) ?? "" };
}
/** Pays in the onramp's window; the next block is made at the server's time. */
async function pay(onrampUrl: string) {
  harness.clock.advance({ seconds: 10 });
  await simulator.chain.setNextBlockTime(harness.clock.now());
  await fetch(onrampUrl, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } });
}
/** Lets the chain grow, and the server look at the onramp and at the chain until both have nothing new. */
async function settle() {
  await simulator.chain.mine(3);
  harness.clock.advance({ seconds: 6 });
  for (let round = 0; round < 2; round += 1) {
    while ((await watchChain(harness.deps)).more);
    while (await followOrders(harness.deps));
  }
  while ((await watchChain(harness.deps)).more);
}
const order = async () => (await harness.db.select().from(onrampOrders).orderBy(onrampOrders.id)).at(-1);

describe("paying by card or bank", () => {
  it("completes the payment that started it, once the chain shows the money", async () => {
    const { call, paymentId } = await checkout("1450.00");
    const { onrampUrl } = await call.buy({ paymentId });
    await settle();
    expect(await call.status({ paymentId })).toMatchObject({ status: "pending" });
    await pay(onrampUrl);
    await settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", transfer: { verdict: "matched", usdc: "1,450.00" } });
    expect(await checkInvariants(harness.db)).toEqual([]);
  });

  it("tells two tenants with the same rent apart", async () => {
    const [first, second] = [await checkout("900.00"), await checkout("900.00")];
    await first.call.buy({ paymentId: first.paymentId });
    const { onrampUrl } = await harness.caller().payments.buyAtCheckout({ reference: second.reference });
    await pay(onrampUrl);
    await settle();
    expect(await second.call.status({ paymentId: second.paymentId })).toMatchObject({ status: "completed" });
    expect(await first.call.status({ paymentId: first.paymentId })).toMatchObject({ status: "pending" });
  });

  it("completes late what was paid late", async () => {
    const { call, paymentId } = await checkout("901.00");
    const { onrampUrl } = await call.buy({ paymentId });
    await call.cancel({ paymentId });
    await pay(onrampUrl);
    await settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", oddity: "late" });
  });

  it.each([
    ["902.13", "the card is declined"],
    ["902.14", "the provider reports money that never moves"],
    ["902.15", "the purchase stays in progress"],
    ["902.16", "less arrives than was asked for"],
  ])("of $%s completes nothing: %s", async (amount) => {
    const { call, paymentId } = await checkout(amount);
    await pay((await call.buy({ paymentId })).onrampUrl);
    await settle();
    expect(await call.status({ paymentId })).toMatchObject({ status: "pending" });
    expect(await checkInvariants(harness.db)).toEqual([]);
  });

  it("needs no webhook, and is not confused by webhooks that come twice and in the wrong order", async () => {
    for (const amount of ["903.17", "903.18"]) {
      const { call, paymentId } = await checkout(amount);
      await pay((await call.buy({ paymentId })).onrampUrl);
      await settle();
      expect(await call.status({ paymentId }), amount).toMatchObject({ status: "completed" });
    }
  });

  it("says so when the onramp is away, and leaves nothing to follow", async () => {
    const { call, paymentId } = await checkout("904.00");
    const { deps } = harness;
    const { onramp } = deps;
    const { createOnrampClient } = await import("@hearth/exchange/onramp-client");
    const key = { id: demoCredentials.apiKeyId, secret: demoCredentials.apiKeySecret };
    deps.onramp = createOnrampClient({ apiUrl: "http://127.0.0.1:1", statusUrl: "http://127.0.0.1:1", key });
    await expect(call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "ONRAMP_UNAVAILABLE" } });
    expect(await order()).toMatchObject({ state: "failed", nextLookAt: null });
    deps.onramp = null;
    await expect(call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "ONRAMP_OFF" } });
    deps.onramp = onramp;
  });

  it("is not begun for a payment that is over or somebody else's", async () => {
    const { call, paymentId } = await checkout("905.00");
    await call.cancel({ paymentId });
    await expect(call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "CHECKOUT_ENDED" } });
    const stranger = await checkout("905.00");
    await expect(stranger.call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "NOT_FOUND" } });
  });
});

describe("a webhook", () => {
  it("that is signed makes its order due, once; one of a stranger is a 401", async () => {
    const { call, paymentId } = await checkout("906.00");
    const before = await harness.db.$count(providerEvents);
    const { onrampUrl } = await call.buy({ paymentId });
    await harness.db.update(onrampOrders).set({ nextLookAt: new Date(harness.clock.now().getTime() + 3_600_000) });
    await pay(onrampUrl);
    expect(await harness.db.$count(providerEvents)).toBe(before + 2);
    expect((await order())?.nextLookAt).toEqual(harness.clock.now());
    const headers = { "content-type": "application/json", "x-hook0-signature": `t=1,v0=0,h=content-type,v1=${"0".repeat(64)}` };
    const answer = await harness.app.inject({ method: "POST", url: "/api/webhooks/onramp", headers, payload: '{"eventType":"x"}' });
    expect([answer.statusCode, answer.json().code]).toEqual([401, "UNAUTHENTICATED"]);
    expect(await harness.db.$count(providerEvents)).toBe(before + 2);
  });
});
