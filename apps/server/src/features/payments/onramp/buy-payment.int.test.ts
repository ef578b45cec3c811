import { merchants } from "@hearth/db/schema/merchants";
import { publicId } from "@hearth/domain/ids";
import { createOnrampClient } from "@hearth/exchange/onramp-client";
import { makeUser } from "@hearth/db/testing/factories";
import { demoCredentials } from "@hearth/simulator/exchange/credentials";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OnrampBench, startOnrampBench } from "../../../testing/onramp-bench.ts";
import { checkInvariants } from "../../settlement/check-invariants.ts";

let bench: OnrampBench;
beforeAll(async () => {
  bench = await startOnrampBench();
});
afterAll(() => bench.close());

describe("paying by card or bank", () => {
  it("completes the payment that started it, once the chain shows the money", async () => {
    const { call, paymentId } = await bench.checkout("1450.00");
    const { onrampUrl } = await call.buy({ paymentId });
    await bench.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "pending", purchase: { state: "pending" } });
    await bench.pay(onrampUrl);
    await bench.settle();
    expect(await call.get({ paymentId })).toMatchObject({
      status: "completed",
      transfer: { verdict: "matched", usdc: "1,450.00" },
      purchase: { state: "succeeded" },
    });
    expect(await checkInvariants(bench.harness.db)).toEqual([]);
  });

  it("tells two tenants with the same rent apart", async () => {
    const [first, second] = [await bench.checkout("900.00"), await bench.checkout("900.00")];
    await first.call.buy({ paymentId: first.paymentId });
    const { onrampUrl } = await bench.harness.caller().payments.buyAtCheckout({ reference: second.reference });
    await bench.pay(onrampUrl);
    await bench.settle();
    expect(await second.call.status({ paymentId: second.paymentId })).toMatchObject({ status: "completed" });
    expect(await first.call.status({ paymentId: first.paymentId })).toMatchObject({ status: "pending" });
  });

  it("completes late what was paid late", async () => {
    const { call, paymentId } = await bench.checkout("901.00");
    const { onrampUrl } = await call.buy({ paymentId });
    await call.cancel({ paymentId });
    await bench.pay(onrampUrl);
    await bench.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "completed", oddity: "late" });
  });

  it("completes once what is paid in two windows; the second money is kept and fits no payment", async () => {
    const { call, paymentId } = await bench.checkout("907.00");
    const windows = [await call.buy({ paymentId }), await call.buy({ paymentId })];
    for (const { onrampUrl } of windows) await bench.pay(onrampUrl);
    await bench.settle();
    expect(await call.status({ paymentId })).toMatchObject({ status: "completed" });
    expect(await checkInvariants(bench.harness.db)).toEqual([]);
  });

  it.each([
    ["902.13", "the card is declined", "failed"],
    ["902.14", "the provider reports money that never moves", "succeeded"],
    ["902.15", "the purchase stays in progress", "inProgress"],
    ["902.16", "less arrives than was asked for", "succeeded"],
    ["902.25", "the provider cannot be asked", "pending"],
    ["902.26", "the provider answers what nobody understands", "pending"],
    ["902.28", "the provider's answer lacks the status", "pending"],
  ])("of $%s completes nothing: %s", async (amount, _, state) => {
    const { call, paymentId } = await bench.checkout(amount);
    await bench.pay((await call.buy({ paymentId })).onrampUrl);
    await bench.settle();
    expect(await call.get({ paymentId })).toMatchObject({ status: "pending", purchase: { state } });
    expect(await checkInvariants(bench.harness.db)).toEqual([]);
  });

  it("needs no webhook, and is not confused by webhooks that come twice and in the wrong order", async () => {
    for (const amount of ["903.17", "903.18"]) {
      const { call, paymentId } = await bench.checkout(amount);
      await bench.pay((await call.buy({ paymentId })).onrampUrl);
      await bench.settle();
      expect(await call.status({ paymentId }), amount).toMatchObject({ status: "completed" });
    }
  });

  it("counts money that the chain shows, though the provider names a status that nobody knows", async () => {
    const { call, paymentId } = await bench.checkout("902.27");
    await bench.pay((await call.buy({ paymentId })).onrampUrl);
    await bench.settle();
    expect(await call.status({ paymentId })).toMatchObject({ status: "completed" });
  });

  it("can be tried again where the onramp made no session, and leaves nothing to follow of the first try", async () => {
    const { call, paymentId } = await bench.checkout("904.19");
    await expect(call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "ONRAMP_UNAVAILABLE" } });
    expect(await bench.newestOrder()).toMatchObject({ state: "noSession", nextLookAt: null });
    expect(await call.get({ paymentId })).toMatchObject({ purchase: null, coinbaseSessionId: null });
    await bench.pay((await call.buy({ paymentId })).onrampUrl);
    await bench.settle();
    expect(await call.status({ paymentId })).toMatchObject({ status: "completed" });
  });

  it("says so when nobody listens at the onramp, or none is configured", async () => {
    const { call, paymentId } = await bench.checkout("904.00");
    const { deps } = bench.harness;
    const { onramp } = deps;
    const key = { id: demoCredentials.apiKeyId, secret: demoCredentials.apiKeySecret };
    deps.onramp = createOnrampClient({ apiUrl: "http://127.0.0.1:1", statusUrl: "http://127.0.0.1:1", key });
    await expect(call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "ONRAMP_UNAVAILABLE" } });
    deps.onramp = null;
    await expect(call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "ONRAMP_OFF" } });
    deps.onramp = onramp;
  });

  it("is not begun for a payment that is over or somebody else's", async () => {
    const { call, paymentId } = await bench.checkout("905.00");
    await call.cancel({ paymentId });
    await expect(call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "CHECKOUT_ENDED" } });
    const stranger = await bench.checkout("905.00");
    await expect(stranger.call.buy({ paymentId })).rejects.toMatchObject({ cause: { code: "NOT_FOUND" } });
  });
});

describe("the session of a payment", () => {
  const adminCall = async () => {
    const admin = await makeUser(bench.harness.db, { role: "admin" });
    return bench.harness.caller(await bench.harness.signIn(admin.id, "admin")).admin;
  };
  const ownerCall = async () => {
    const [merchant] = await bench.harness.db.select().from(merchants).where(eq(merchants.id, bench.merchantId));
    return bench.harness.caller(await bench.harness.signIn(merchant?.ownerUserId ?? "")).merchant;
  };
  const sessionEverywhere = async ({ call, paymentId }: Awaited<ReturnType<OnrampBench["checkout"]>>) => {
    const admin = await adminCall();
    const merchantId = publicId("merchant", bench.merchantId);
    const { items } = await admin.transactions({ merchantId });
    const { items: own } = await call.list({});
    return [
      (await call.get({ paymentId })).coinbaseSessionId,
      own.find(({ id }) => id === paymentId)?.coinbaseSessionId,
      items.find(({ _id }) => _id === paymentId)?.coinbaseSessionId,
      (await admin.transaction({ transactionId: paymentId })).coinbaseSessionId,
      (await (await ownerCall()).transaction({ paymentId })).coinbaseSessionId,
    ];
  };

  it("is shown to the payer, the merchant and admins, in lists and in details: the newest, or the one that paid", async () => {
    const checkout = await bench.checkout("910.00");
    expect(await sessionEverywhere(checkout)).toEqual(Array(5).fill(null));
    const { onrampUrl } = await checkout.call.buy({ paymentId: checkout.paymentId });
    const first = (await bench.newestOrder())?.userRef;
    expect(await sessionEverywhere(checkout)).toEqual(Array(5).fill(first));
    await checkout.call.buy({ paymentId: checkout.paymentId });
    const second = (await bench.newestOrder())?.userRef;
    expect(second).not.toBe(first);
    expect(await sessionEverywhere(checkout)).toEqual(Array(5).fill(second));
    await bench.pay(onrampUrl);
    await bench.settle();
    expect(await sessionEverywhere(checkout)).toEqual(Array(5).fill(first));
  });
});
