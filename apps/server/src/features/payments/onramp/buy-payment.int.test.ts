import { networks } from "@hearth/chain/networks";
import { encodeTransfer } from "@hearth/chain/usdc";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { transfers } from "@hearth/db/schema/transfers";
import { publicId } from "@hearth/domain/ids";
import { createOnrampClient } from "@hearth/exchange/onramp-client";
import { makeUser } from "@hearth/db/testing/factories";
import { demoCredentials } from "@hearth/simulator/exchange/credentials";
import { eq } from "drizzle-orm";
import { createWalletClient, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OnrampFixture, startOnrampFixture } from "../../../testing/onramp-fixture.ts";
import { expirePayments } from "../checkout/end-payment.ts";
import { checkInvariants } from "../../settlement/checking/check-invariants.ts";

let fixture: OnrampFixture;
beforeAll(async () => {
  fixture = await startOnrampFixture();
});
afterAll(() => fixture.close());

describe("paying by card or bank", () => {
  it("completes the payment that started it, once the chain shows the money", async () => {
    const { call, paymentId } = await fixture.checkout("1450.00");
    const { onrampUrl } = await call.buy({ paymentId });
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "pending", purchase: { state: "pending" } });
    await fixture.pay(onrampUrl);
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({
      status: "completed",
      transfer: { verdict: "matched", usdc: "1,450.00" },
      purchase: { state: "succeeded" },
    });
    expect(await checkInvariants(fixture.harness.db)).toEqual([]);
  });

  it("distinguishes two tenants with the same rent", async () => {
    const [first, second] = [await fixture.checkout("900.00"), await fixture.checkout("900.00")];
    await first.call.buy({ paymentId: first.paymentId });
    const { onrampUrl } = await fixture.harness.caller().payments.buyAtCheckout({ reference: second.reference });
    await fixture.pay(onrampUrl);
    await fixture.settle();
    expect(await second.call.status({ paymentId: second.paymentId })).toMatchObject({ status: "completed" });
    expect(await first.call.status({ paymentId: first.paymentId })).toMatchObject({ status: "pending" });
  });

  it("buys the missing amount at the top-up, and both transfers together complete the payment", async () => {
    const { harness, simulator } = fixture;
    const { call, paymentId, reference } = await fixture.checkout("910.00");
    const { payeeAddress, binding } = await harness.caller().payments.checkout({ reference });
    const account = privateKeyToAccount(generatePrivateKey());
    await simulator.chain.fundGas(account.address);
    await simulator.chain.mintUsdc(account.address, 500_000_000n);
    const data = encodeTransfer({ to: payeeAddress, usdcUnits: 500_000_000n, binding });
    const wallet = createWalletClient({ account, transport: http(simulator.chain.rpcUrl) });
    await wallet.sendTransaction({ chain: null, to: networks.local.usdc.address, data });
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "pending", short: { received: 500, missing: 410 } });
    const { checkoutURL } = await call.topUp({ paymentId });
    const { onrampUrl } = await harness.caller().payments.buyAtCheckout({ reference: checkoutURL.split("/").at(-1) ?? "" });
    await fixture.pay(onrampUrl);
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({
      status: "completed",
      oddity: "none",
      parts: [{ usdc: "500.00" }, { usdc: "410.00" }],
      others: [],
    });
    expect(await checkInvariants(harness.db)).toEqual([]);
  });

  it("completes a late payment as late", async () => {
    const { call, paymentId } = await fixture.checkout("901.00");
    const { onrampUrl } = await call.buy({ paymentId });
    await call.cancel({ paymentId });
    await fixture.pay(onrampUrl);
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", oddity: "late" });
  });

  it.each([
    ["902.13", "the card is declined", "failed"],
    ["902.14", "the provider reports money that never moves", "succeeded"],
    ["902.15", "the purchase stays in progress", "inProgress"],
    ["902.25", "the provider cannot be asked", "unheard"],
    ["902.26", "the provider answers what no one understands", "unheard"],
    ["902.28", "the provider's answer lacks the status", "unheard"],
  ])("of $%s completes nothing: %s", async (amount, _, state) => {
    const { call, paymentId } = await fixture.checkout(amount);
    await fixture.pay((await call.buy({ paymentId })).onrampUrl);
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "pending", purchase: { state } });
    expect(await checkInvariants(fixture.harness.db)).toEqual([]);
  });

  it("shows as arrived while the provider does not answer, does not expire then, and counts when it does", async () => {
    const { harness, simulator } = fixture;
    const { deps, clock } = harness;
    const { call, paymentId, reference } = await fixture.checkout("31.25");
    await fixture.pay((await call.buy({ paymentId })).onrampUrl);
    await fixture.settle();
    const arrived = { status: "pending", transfer: null, purchase: { state: "unheard", hasArrived: true } };
    expect(await call.get({ paymentId })).toMatchObject(arrived);
    expect(await harness.caller().payments.checkout({ reference })).toMatchObject({ ...arrived, unrecognised: 0 });
    expect((await call.list({})).items).toMatchObject([{ displayStatus: "pending", hasArrived: true }]);
    clock.advance({ minutes: 11 });
    await simulator.chain.setNextBlockTime(clock.now());
    await fixture.settle();
    await expirePayments(deps);
    expect(await call.recheck({ paymentId })).toMatchObject(arrived);
    const { onramp } = deps;
    if (onramp === null) throw new Error("There is no onramp");
    const txHash = (await harness.db.select().from(transfers).where(eq(transfers.usdcUnits, 31_250_000n)))[0]?.txHash ?? null;
    const named = (await fixture.newestOrder())?.userRef;
    const transactions: typeof onramp.transactions = async (userRef) =>
      userRef === named ? [{ id: "1", state: "succeeded", txHash, destination: null }] : onramp.transactions(userRef);
    deps.onramp = { ...onramp, transactions };
    clock.advance({ minutes: 2 });
    await fixture.settle();
    deps.onramp = onramp;
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", oddity: "none", purchase: { hasArrived: false } });
  });

  it("does not wait when the provider reports no purchase, though another transfer of this amount came", async () => {
    const { harness, simulator, merchantId } = fixture;
    const { call, paymentId } = await fixture.checkout("31.00");
    await call.buy({ paymentId });
    const [payee] = await harness.db.select().from(payees).where(eq(payees.merchantId, merchantId));
    await simulator.chain.setNextBlockTime(harness.clock.now());
    await simulator.chain.mintUsdc(payee?.address ?? "0x", 31_000_000n);
    await fixture.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "pending", purchase: { state: "pending", hasArrived: false } });
    harness.clock.advance({ minutes: 11 });
    await simulator.chain.setNextBlockTime(harness.clock.now());
    await fixture.settle();
    expect(await call.recheck({ paymentId })).toMatchObject({ status: "failed" });
  });

  it("is refused for a merchant suspended meanwhile", async () => {
    const { db } = fixture.harness;
    const { call, paymentId } = await fixture.checkout("908.00");
    const become = (status: "active" | "suspended") => db.update(merchants).set({ status }).where(eq(merchants.id, fixture.merchantId));
    await become("suspended");
    await expect(call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "MERCHANT_UNAVAILABLE" } });
    await become("active");
    await call.buy({ paymentId });
  });

  it("needs no webhook, and tolerates repeated and reordered webhooks", async () => {
    for (const amount of ["903.17", "903.18"]) {
      const { call, paymentId } = await fixture.checkout(amount);
      await fixture.pay((await call.buy({ paymentId })).onrampUrl);
      await fixture.settle();
      expect(await call.status({ paymentId }), amount).toMatchObject({ status: "completed" });
    }
  });

  it("counts money on the chain although the provider reports an unknown status", async () => {
    const { call, paymentId } = await fixture.checkout("902.27");
    await fixture.pay((await call.buy({ paymentId })).onrampUrl);
    await fixture.settle();
    expect(await call.status({ paymentId })).toMatchObject({ status: "completed" });
  });

  it("can be retried when the onramp made no session, and the first try leaves no order to follow", async () => {
    const { call, paymentId } = await fixture.checkout("904.19");
    await expect(call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "ONRAMP_UNAVAILABLE" } });
    expect(await fixture.newestOrder()).toMatchObject({ state: "noSession", nextLookAt: null });
    expect(await call.get({ paymentId })).toMatchObject({ purchase: null, coinbaseSessionId: null });
    await fixture.pay((await call.buy({ paymentId })).onrampUrl);
    await fixture.settle();
    expect(await call.status({ paymentId })).toMatchObject({ status: "completed" });
  });

  it("reports when the onramp does not answer or none is configured", async () => {
    const { call, paymentId } = await fixture.checkout("904.00");
    const { deps } = fixture.harness;
    const { onramp } = deps;
    const key = { id: demoCredentials.apiKeyId, secret: demoCredentials.apiKeySecret };
    deps.onramp = createOnrampClient({ apiUrl: "http://127.0.0.1:1", statusUrl: "http://127.0.0.1:1", key });
    await expect(call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "ONRAMP_UNAVAILABLE" } });
    deps.onramp = null;
    await expect(call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "ONRAMP_OFF" } });
    deps.onramp = onramp;
  });

  it("is refused for a payment that has ended or is somebody else's", async () => {
    const { call, paymentId } = await fixture.checkout("905.00");
    await call.cancel({ paymentId });
    await expect(call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "CHECKOUT_ENDED" } });
    const stranger = await fixture.checkout("905.00");
    await expect(stranger.call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "NOT_FOUND" } });
  });
});

describe("the session of a payment", () => {
  const adminCall = async () => {
    const admin = await makeUser(fixture.harness.db, { role: "admin" });
    return fixture.harness.caller(await fixture.harness.signIn(admin.id, "admin")).admin;
  };
  const ownerCall = async () => {
    const [merchant] = await fixture.harness.db.select().from(merchants).where(eq(merchants.id, fixture.merchantId));
    return fixture.harness.caller(await fixture.harness.signIn(merchant?.ownerUserId ?? "")).merchant;
  };
  const sessionEverywhere = async ({ call, paymentId }: Awaited<ReturnType<OnrampFixture["checkout"]>>) => {
    const admin = await adminCall();
    const merchantId = publicId("merchant", fixture.merchantId);
    const { items } = await admin.transactions({ merchantId });
    const { items: ownPayments } = await call.list({});
    return [
      (await call.get({ paymentId })).coinbaseSessionId,
      ownPayments.find(({ id }) => id === paymentId)?.coinbaseSessionId,
      items.find(({ _id }) => _id === paymentId)?.coinbaseSessionId,
      (await admin.transaction({ transactionId: paymentId })).coinbaseSessionId,
      (await (await ownerCall()).transaction({ paymentId })).coinbaseSessionId,
    ];
  };

  it("is shown to the payer, the merchant and admins, in lists and details: the newest, or the one that paid", async () => {
    const checkout = await fixture.checkout("910.00");
    expect(await sessionEverywhere(checkout)).toEqual(Array(5).fill(null));
    const { onrampUrl } = await checkout.call.buy({ paymentId: checkout.paymentId });
    const first = (await fixture.newestOrder())?.userRef;
    expect(await sessionEverywhere(checkout)).toEqual(Array(5).fill(first));
    await checkout.call.buy({ paymentId: checkout.paymentId });
    const second = (await fixture.newestOrder())?.userRef;
    expect(second).not.toBe(first);
    expect(await sessionEverywhere(checkout)).toEqual(Array(5).fill(second));
    await fixture.pay(onrampUrl);
    await fixture.settle();
    expect(await sessionEverywhere(checkout)).toEqual(Array(5).fill(first));
  });
});
