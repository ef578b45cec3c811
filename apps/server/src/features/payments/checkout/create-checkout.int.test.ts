import { ChainUnavailable } from "@hearth/chain/chain-errors";
import { chainCursors } from "@hearth/db/schema/chain-cursors";
import { merchants } from "@hearth/db/schema/merchants";
import { payees } from "@hearth/db/schema/payees";
import { paymentEvents } from "@hearth/db/schema/payment-events";
import { payments } from "@hearth/db/schema/payments";
import { makeAddress, makeMerchant, makePayee, makeUser } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { follow } from "../../../events/follow.ts";
import { streamLimits } from "../../../events/stream-limits.ts";
import { startHarness } from "../../../testing/harness.ts";
import { enroll, openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";
import { resolveActor } from "../../auth/sessions/sessions.service.ts";
import { setPayee } from "../../businesses/merchants.service.ts";
import { createCheckout } from "./create-checkout.ts";
import { expirePayments } from "./end-payment.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

const callerOf = (tenant: Tenant) => fixture.harness.caller(tenant.token).payments;
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => "accepted",
    (error: { cause?: { code?: string } }) => error.cause?.code,
  );

describe("opening a checkout", () => {
  it("returns a payment to the enrolled merchant's own wallet, with a default description and 10 minutes", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, reference } = await fixture.checkout(tenant);
    const payment = await fixture.payment(tenant, paymentId);
    expect(payment).toMatchObject({ status: "pending", walletAddress: fixture.payeeAddress, amount: 1450, paymentType: "one-time" });
    expect(payment.description).toBe(`Payment to ${payment.merchant}`);
    expect(Date.parse(payment.expiresAt) - Date.parse(payment.createdAt)).toBe(600_000);
    expect(payment.checkoutURL).toBe(`${fixture.harness.deps.env.publicOrigin}/checkout/${reference}`);
  });

  it("returns the open checkout for the same amount, and a new one for another amount", async () => {
    const tenant = await fixture.tenant();
    const [first, again, other] = [await fixture.checkout(tenant), await fixture.checkout(tenant), await fixture.checkout(tenant, "12.00")];
    expect(again).toEqual(first);
    expect(other.paymentId).not.toBe(first.paymentId);
  });

  it("returns a new one once the open one's 10 minutes are over, also before the sweep has ended it", async () => {
    const tenant = await fixture.tenant();
    const first = await fixture.checkout(tenant);
    await fixture.passCheckouts();
    const second = await fixture.checkout(tenant);
    expect(second.paymentId).not.toBe(first.paymentId);
    expect(await fixture.payment(tenant, first.paymentId)).toMatchObject({ status: "failed", notes: "Checkout expired" });
  });

  it("opens one checkout when called many times concurrently", async () => {
    const tenant = await fixture.tenant();
    const answers = await Promise.all(Array.from({ length: 20 }, () => callerOf(tenant).createCheckout({ amount: "321.00" })));
    expect(new Set(answers.map((answer) => answer.paymentId)).size).toBe(1);
  });

  it("is refused while twenty are open, except for one of those, until one is cancelled or all have ended", async () => {
    const tenant = await fixture.tenant();
    const ask = (dollars: number) => callerOf(tenant).createCheckout({ amount: `${dollars}.00` });
    const open = [];
    for (let dollars = 1; dollars <= 20; dollars++) open.push(await ask(dollars));
    expect(await refusal(ask(21))).toBe("TOO_MANY_CHECKOUTS");
    expect(await ask(20)).toEqual(open[19]);
    expect(await refusal(callerOf(await fixture.tenant()).createCheckout({ amount: "21.00" }))).toBe("accepted");
    await callerOf(tenant).cancel({ paymentId: open[0]?.paymentId ?? "" });
    expect([await refusal(ask(21)), await refusal(ask(22))]).toEqual(["accepted", "TOO_MANY_CHECKOUTS"]);
    await fixture.passCheckouts();
    expect(await refusal(ask(22))).toBe("accepted");
  });

  it("is refused after sixty in an hour, also when each is cancelled immediately", async () => {
    const tenant = await fixture.tenant();
    const askAndCancel = async () => {
      const { paymentId } = await callerOf(tenant).createCheckout({ amount: "3.00" });
      await callerOf(tenant).cancel({ paymentId });
    };
    for (let count = 1; count <= 60; count++) await askAndCancel();
    expect(await refusal(askAndCancel())).toBe("RATE_LIMITED");
  });

  it("is refused without an enrollment", async () => {
    const user = await makeUser(fixture.harness.db);
    const caller = fixture.harness.caller(await fixture.harness.signIn(user.id));
    expect(await refusal(caller.payments.createCheckout({ amount: "10.00" }))).toBe("ENROLLMENT_REQUIRED");
  });

  it("is refused when the merchant is inactive, suspended or has no wallet, each with its own message", async () => {
    const tenant = await fixture.tenant();
    for (const status of ["inactive", "suspended"] as const) {
      const { merchant } = await makeMerchant(fixture.harness.db, { status });
      await enroll(fixture.harness, tenant, merchant.id);
      expect(await refusal(callerOf(tenant).createCheckout({ amount: "10.00" }))).toBe("MERCHANT_UNAVAILABLE");
    }
    const { merchant } = await makeMerchant(fixture.harness.db, { payeeAddress: null });
    await enroll(fixture.harness, tenant, merchant.id);
    await expect(callerOf(tenant).createCheckout({ amount: "10.00" })).rejects.toThrow("has not set up their wallet address yet");
  });

  it("is refused when the client names another payee, and accepts another spelling of the right one", async () => {
    const tenant = await fixture.tenant();
    const named = (merchantWalletAddress: string) => refusal(callerOf(tenant).createCheckout({ amount: "11.00", merchantWalletAddress }));
    expect(await named(makeAddress("evil"))).toBe("PAYEE_MISMATCH");
    expect(await named("not an address")).toBe("PAYEE_MISMATCH");
    expect(await named(fixture.payeeAddress.toLowerCase())).toBe("accepted");
    expect(await refusal(callerOf(tenant).createCheckout({ amount: "11.00", merchantName: "Someone else" }))).toBe("PAYEE_MISMATCH");
  });

  it("is refused while the payee is blacklisted", async () => {
    const tenant = await fixture.tenant();
    await fixture.harness.chain.setBlacklisted(fixture.payeeAddress, true);
    await fixture.mine(1);
    expect(await refusal(callerOf(tenant).createCheckout({ amount: "13.00" }))).toBe("PAYEE_BLACKLISTED");
    await fixture.harness.chain.setBlacklisted(fixture.payeeAddress, false);
    await fixture.mine(1);
    expect(await refusal(callerOf(tenant).createCheckout({ amount: "13.00" }))).toBe("accepted");
  });

  it("is refused when the merchant is suspended or changes the wallet during the chain call", async () => {
    const { db, deps, clock } = fixture.harness;
    const tenant = await fixture.tenant();
    const actor = await resolveActor(deps, tenant.token);
    if (actor === null) throw new Error("The session did not open");
    const openWhile = async (happens: (merchantId: string) => Promise<unknown>) => {
      const { merchant } = await makeMerchant(db);
      await enroll(fixture.harness, tenant, merchant.id);
      const isBlacklisted = () => happens(merchant.id).then(() => false);
      return createCheckout({ ...deps, chain: { ...deps.chain, isBlacklisted } }, actor, { amount: 4_200, paymentType: "one-time" }, null);
    };
    const suspended = openWhile((id) => db.update(merchants).set({ status: "suspended" }).where(eq(merchants.id, id)));
    await expect(suspended).rejects.toMatchObject({ code: "MERCHANT_UNAVAILABLE" });
    const moved = openWhile((merchantId) =>
      setPayee(db, { merchantId, address: makeAddress(merchantId), actorId: null, now: clock.now() }),
    );
    await expect(moved).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("keeps the payee it was made with when the merchant changes the wallet", async () => {
    const { db } = fixture.harness;
    const { merchant, payee } = await makeMerchant(db);
    const tenant = await fixture.tenant();
    await enroll(fixture.harness, tenant, merchant.id);
    const before = await fixture.checkout(tenant);
    await db.update(payees).set({ endedAt: new Date() }).where(eq(payees.merchantId, merchant.id));
    const changed = await makePayee(db, { merchantId: merchant.id });
    const after = await fixture.checkout(tenant, "15.00");
    expect((await fixture.payment(tenant, before.paymentId)).walletAddress).toBe(payee?.address);
    expect((await fixture.payment(tenant, after.paymentId)).walletAddress).toBe(changed.address);
    await db.update(merchants).set({ name: "Renamed" }).where(eq(merchants.id, merchant.id));
  });
});

describe("an idempotency key", () => {
  it("returns the first answer again, also to concurrent calls", async () => {
    const tenant = await fixture.tenant();
    const request = { amount: "17.00", idempotencyKey: "intention-1" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => callerOf(tenant).createCheckout(request)));
    await callerOf(tenant).cancel({ paymentId: answers[0]?.paymentId ?? "" });
    expect(await callerOf(tenant).createCheckout(request)).toEqual(answers[0]);
    expect(new Set(answers.map((answer) => answer.checkoutURL)).size).toBe(1);
  });

  it("returns the first answer again while the network is down, and a new key gets an error", async () => {
    const { deps } = fixture.harness;
    const tenant = await fixture.tenant();
    const actor = await resolveActor(deps, tenant.token);
    if (actor === null) throw new Error("The session did not open");
    const input = { amount: 1_750, paymentType: "one-time", idempotencyKey: "intention-2" } as const;
    const first = await createCheckout(deps, actor, input, null);
    const away = () => Promise.reject(new ChainUnavailable("The node is away."));
    const offline = { ...deps, chain: { ...deps.chain, isBlacklisted: away, simulateAuthorization: away } };
    expect(await createCheckout(offline, actor, input, null)).toEqual(first);
    const other = createCheckout(offline, actor, { ...input, idempotencyKey: "intention-3" }, null);
    await expect(other).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
    const changed = createCheckout(offline, actor, { ...input, amount: 1_760 }, null);
    await expect(changed).rejects.toMatchObject({ code: "IDEMPOTENCY_KEY_REUSED" });
  });

  it("is refused with another body, and belongs to one account only", async () => {
    const [ada, ben] = [await fixture.tenant(), await fixture.tenant()];
    const key = "shared-key-1";
    await callerOf(ada).createCheckout({ amount: "18.00", idempotencyKey: key });
    expect(await refusal(callerOf(ada).createCheckout({ amount: "19.00", idempotencyKey: key }))).toBe("IDEMPOTENCY_KEY_REUSED");
    expect(await refusal(callerOf(ben).createCheckout({ amount: "19.00", idempotencyKey: key }))).toBe("accepted");
  });
});

describe("cancelling", () => {
  it("returns NOT_FOUND alike for somebody else's payment and for a missing one", async () => {
    const [ada, ben] = [await fixture.tenant(), await fixture.tenant()];
    const { paymentId } = await fixture.checkout(ada);
    expect(await refusal(callerOf(ben).cancel({ paymentId }))).toBe("NOT_FOUND");
    expect(await refusal(callerOf(ben).cancel({ paymentId: "pay_01h455vb4pex5vsknk084sn02q" }))).toBe("NOT_FOUND");
    expect(await refusal(callerOf(ben).cancel({ paymentId: "' or 1=1" }))).toBe("NOT_FOUND");
    expect((await fixture.payment(ada, paymentId)).status).toBe("pending");
  });

  it("can be repeated, and does no harm on a failed payment", async () => {
    const tenant = await fixture.tenant();
    const { paymentId } = await fixture.checkout(tenant);
    await callerOf(tenant).cancel({ paymentId });
    expect((await callerOf(tenant).cancel({ paymentId })).status).toBe("cancelled");
    const failed = await fixture.checkout(tenant, "20.00");
    await fixture.passCheckouts();
    await expirePayments(fixture.harness.deps);
    expect((await callerOf(tenant).cancel({ paymentId: failed.paymentId })).status).toBe("failed");
  });

  it("has one winner against a concurrent count of a transfer", async () => {
    for (let round = 0; round < 10; round++) {
      const tenant = await fixture.tenant();
      const checkout = await fixture.checkout(tenant, "21.00");
      await fixture.transfer(tenant.account, checkout);
      await fixture.mine(2);
      const [cancelled] = await Promise.all([refusal(callerOf(tenant).cancel({ paymentId: checkout.paymentId })), fixture.watch()]);
      const payment = await fixture.payment(tenant, checkout.paymentId);
      expect(payment.status).toBe("completed");
      expect(payment.oddity).toBe(cancelled === "accepted" ? "late" : "none");
    }
  });

  it("has one winner against a concurrent expiry", async () => {
    const tenant = await fixture.tenant();
    const { paymentId, uuid } = await fixture.checkout(tenant, "22.00");
    await fixture.passCheckouts();
    await Promise.all([callerOf(tenant).cancel({ paymentId }), expirePayments(fixture.harness.deps), expirePayments(fixture.harness.deps)]);
    const events = await fixture.harness.db.select().from(paymentEvents).where(eq(paymentEvents.paymentId, uuid));
    expect(events.filter((event) => event.type === "cancelled" || event.type === "expired")).toHaveLength(1);
  });
});

describe("the expiry of a checkout", () => {
  it("happens although a full sweep of older checkouts still waits for money", async () => {
    const [waiting, other] = [[await fixture.tenant(), await fixture.tenant()], await fixture.tenant()];
    for (const tenant of waiting) await fixture.transfer(tenant.account, await fixture.checkout(tenant, "23.00"));
    const { paymentId } = await fixture.checkout(other, "24.00");
    const { db, deps, clock } = fixture.harness;
    await db.update(chainCursors).set({ completionsStoppedAt: clock.now() });
    await fixture.passCheckouts();
    const first = await expirePayments(deps, null, 2);
    expect(first.ended).toBe(0);
    expect(await expirePayments(deps, first.next, 2)).toEqual({ ended: 1, next: null });
    expect((await fixture.payment(other, paymentId)).status).toBe("failed");
    await db.update(chainCursors).set({ completionsStoppedAt: null });
    await fixture.mine(1);
    await fixture.watch();
  });
});

describe("the database", () => {
  it("refuses a completed payment without a transfer, and a changed or deleted event", async () => {
    const { db } = fixture.harness;
    const tenant = await fixture.tenant();
    const { uuid } = await fixture.checkout(tenant);
    await expect(db.update(payments).set({ status: "completed", completedAt: new Date() }).where(eq(payments.id, uuid))).rejects.toThrow();
    await expect(db.update(paymentEvents).set({ type: "completed" }).where(eq(paymentEvents.paymentId, uuid))).rejects.toThrow();
    await expect(db.delete(paymentEvents).where(eq(paymentEvents.paymentId, uuid))).rejects.toThrow();
  });
});

describe("the history", () => {
  it("is paged by position, newest first, each payment once, also while new ones arrive", async () => {
    const tenant = await fixture.tenant();
    const made: string[] = [];
    for (let dollars = 30; dollars < 37; dollars++) made.unshift((await fixture.checkout(tenant, `${dollars}.00`)).paymentId);
    const first = await callerOf(tenant).list({ limit: 3 });
    await fixture.checkout(tenant, "99.00");
    const second = await callerOf(tenant).list({ limit: 3, cursor: first.nextCursor ?? "" });
    const third = await callerOf(tenant).list({ limit: 3, cursor: second.nextCursor ?? "" });
    expect([...first.items, ...second.items, ...third.items].map((payment) => payment.id)).toEqual(made);
    expect(third.nextCursor).toBeNull();
    await expect(callerOf(tenant).list({ cursor: "garbage" })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("the dashboard", () => {
  it("sums the rows, without the cancelled ones", async () => {
    const tenant = await fixture.tenant();
    const paid = await fixture.checkout(tenant, "40.50");
    await fixture.transfer(tenant.account, paid);
    await fixture.mine(2);
    await fixture.watch();
    await fixture.checkout(tenant, "41.00");
    const gone = await fixture.checkout(tenant, "42.00");
    await callerOf(tenant).cancel({ paymentId: gone.paymentId });
    const dashboard = await callerOf(tenant).dashboard();
    expect(dashboard).toMatchObject({
      thisMonth: 40.5,
      lastMonth: 0,
      growthPercent: 100,
      total: { count: 2, amount: 81.5 },
      pending: { count: 1, amount: 41 },
      success: { count: 1, amount: 40.5 },
    });
    expect(dashboard.months).toHaveLength(12);
    expect(dashboard.months.at(-1)).toMatchObject({ completed: 40.5, pending: 41 });
    expect(dashboard.recent.map((payment) => payment.status)).toEqual(["pending", "completed"]);
  });
});

describe("watching a payment", () => {
  it("yields at once, and again when the money is seen and when it is confirmed", async () => {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant, "43.00");
    const codes: string[] = [];
    const load = () => fixture.payment(tenant, checkout.paymentId);
    const stop = new AbortController();
    const followed = { bus: fixture.harness.deps.paymentEvents, uuid: checkout.uuid, load };
    for await (const [, view] of follow([followed], stop.signal)) {
      const state = `${view.status} ${view.transfer?.confirmations ?? 0}`;
      if (codes.at(-1) !== state) codes.push(state);
      if (view.status === "completed") break;
      if (codes.length === 1) await fixture.transfer(tenant.account, checkout);
      await fixture.mine(1);
      await fixture.watch();
    }
    stop.abort();
    expect(codes).toEqual(["pending 0", "pending 1", "completed 2"]);
  });

  it("ends with the session that began it", async () => {
    const tenant = await fixture.tenant();
    const { paymentId } = await fixture.checkout(tenant, "44.00");
    const stream = (await fixture.harness.caller(tenant.token).account.watch({ payments: [paymentId] }))[Symbol.asyncIterator]();
    expect((await stream.next()).done).toBe(false);
    const somethingHappens = async () => {
      await fixture.harness.caller(tenant.token).auth.logout();
      const again = await fixture.harness.signIn(tenant.user.id);
      await fixture.harness.caller(again).payments.cancel({ paymentId });
    };
    // Events from before the session ended, such as the checkout's creation, may still arrive.
    const untilTheEnd = async () => {
      while ((await stream.next()).done !== true);
    };
    const [heard] = await Promise.allSettled([untilTheEnd(), somethingHappens()]);
    expect(heard).toMatchObject({ status: "rejected", reason: { code: "UNAUTHENTICATED" } });
  });

  it("allows a limited number of listeners per account, and a closed one frees its place", async () => {
    const tenant = await fixture.tenant();
    const { paymentId } = await fixture.checkout(tenant, "45.00");
    const listen = async () =>
      (await fixture.harness.caller(tenant.token).account.watch({ payments: [paymentId] }))[Symbol.asyncIterator]();
    const streams = await Promise.all(Array.from({ length: streamLimits.account }, listen));
    for (const stream of streams) await stream.next();
    const refused = await listen();
    await expect(refused.next()).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await streams[0]?.return?.();
    expect((await (await listen()).next()).done).toBe(false);
  });

  it("is refused for somebody else", async () => {
    const [ada, ben] = [await fixture.tenant(), await fixture.tenant()];
    const { paymentId } = await fixture.checkout(ada);
    const stream = await fixture.harness.caller(ben.token).account.watch({ payments: [paymentId] });
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow("Payment not found");
  });
});
