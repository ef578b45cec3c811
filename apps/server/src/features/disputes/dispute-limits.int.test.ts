import { disputes } from "@hearth/db/schema/disputes";
import { transfers } from "@hearth/db/schema/transfers";
import { makeUser } from "@hearth/db/testing/factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { formType, writeForm } from "../../testing/dispute-fixture.ts";
import { openRefundFixture, type RefundFixture } from "../../testing/refund-fixture.ts";
import type { Tenant } from "../../testing/payment-fixture.ts";
import { checkWholeState } from "../settlement/checking/check-state.ts";
import { disputeRules } from "./check-disputes.ts";
import { settleDisputes } from "./settle-disputes.ts";

let refunds: RefundFixture;
let adminToken: string;
beforeAll(async () => {
  refunds = await openRefundFixture();
  const { harness } = refunds.fixture;
  adminToken = await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin");
});
afterEach(async () => {
  await refunds.fixture.expectSound();
  expect(await checkWholeState(refunds.fixture.harness.db, disputeRules)).toEqual([]);
});
afterAll(() => refunds.fixture.harness.close());

const callAsAdmin = () => refunds.fixture.harness.caller(adminToken).disputes;
const callAsPayer = ({ token }: Tenant) => refunds.fixture.harness.caller(token).disputes;
const reason = "The heating did not work";
const approval = { result: "chargedBack" as const, resultReason: "The records show it" };
const listOwedRefunds = async (paymentId: string) => (await refunds.call.refunds({ paymentId })).owed;

/** Refunds this amount of a payment without a dispute, seen on the chain. */
async function refundFreely(paymentId: string, amount: string) {
  const refund = await refunds.call.refundPayment({ paymentId, amount });
  await refunds.send(refund);
  await refunds.settle();
}

/** Files through each of the four entry points: typed calls and REST, by the payer and by an administrator. Returns each refusal. */
async function fileAtEveryEntryPoint(paymentId: string, tenant: Tenant, amount: string): Promise<string[]> {
  const { app } = refunds.fixture.harness;
  const url = "/api/disputes/create";
  const typed = [
    callAsPayer(tenant).file({ paymentId, reason, amount }),
    callAsAdmin().fileForPayer({ transactionId: paymentId, reason, amount }),
  ].map((call) =>
    call.then(
      () => "filed",
      (error: Error) => error.message,
    ),
  );
  const form = app.inject({
    method: "POST",
    url,
    headers: { authorization: `Bearer ${tenant.token}`, "content-type": formType },
    payload: writeForm({ paymentId, reason, amount }, []),
  });
  const json = app.inject({
    method: "POST",
    url,
    headers: { authorization: `Bearer ${adminToken}` },
    payload: { transactionId: paymentId, reason, amount },
  });
  const answers = await Promise.all([form, json]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422]);
  return [...(await Promise.all(typed)), ...answers.map((answer) => answer.json().message)];
}

describe("filing after money was returned", () => {
  it("is refused by every entry point when the whole payment was returned", async () => {
    const { paymentId, tenant } = await refunds.paid();
    await refundFreely(paymentId, "200.00");
    const sentence = "All of this payment has already been refunded";
    expect(await fileAtEveryEntryPoint(paymentId, tenant, "1.00")).toEqual([sentence, sentence, sentence, sentence]);
    expect((await refunds.fixture.payment(tenant, paymentId)).disputable).toBe(0);
  });

  it("is limited by every entry point to what can still be returned, and the message states it", async () => {
    const { paymentId, tenant } = await refunds.paid();
    await refundFreely(paymentId, "120.00");
    const sentence = "The disputed amount can be at most $80.00, because the rest of this payment has already been refunded";
    expect(await fileAtEveryEntryPoint(paymentId, tenant, "80.01")).toEqual([sentence, sentence, sentence, sentence]);
    expect((await refunds.fixture.payment(tenant, paymentId)).disputable).toBe(80);
    const dispute = await callAsPayer(tenant).file({ paymentId, reason, amount: "80.00" });
    expect(dispute.paymentId.disputable).toBe(80);
    await expect(callAsPayer(tenant).update({ disputeId: dispute._id, amount: "80.01" })).rejects.toThrow(sentence);
  });

  it("is not limited by an unsent refund, which counts once it is sent", async () => {
    const { paymentId, tenant } = await refunds.paid();
    const refund = await refunds.call.refundPayment({ paymentId, amount: "120.00" });
    const { _id: disputeId } = await callAsPayer(tenant).file({ paymentId, reason, amount: "200.00" });
    await callAsAdmin().close({ disputeId, ...approval, chargebackAmount: "200.00" });
    await refunds.send(refund);
    await refunds.settle();
    expect(await listOwedRefunds(paymentId)).toMatchObject([{ status: "owed", amount: 200, stillOwed: 80 }]);
    await refunds.send(await refunds.call.refundDispute({ disputeId }));
    await refunds.settle();
    expect(await listOwedRefunds(paymentId)).toMatchObject([{ status: "refunded", stillOwed: 0 }]);
  });
});

describe("closing after money was returned", () => {
  it("charges back at most what can still be returned, and owes all of it", async () => {
    const { paymentId, tenant } = await refunds.paid();
    const { _id: disputeId } = await callAsPayer(tenant).file({ paymentId, reason, amount: "200.00" });
    await refundFreely(paymentId, "120.00");
    const tooMuch = callAsAdmin().close({ disputeId, ...approval, chargebackAmount: "80.01" });
    await expect(tooMuch).rejects.toMatchObject({
      message: "The chargeback can be at most $80.00, because the rest of this payment has already been refunded",
      cause: { code: "CHARGEBACK_TOO_LARGE", fields: { chargebackAmount: expect.any(String) } },
    });
    expect((await callAsAdmin().getForAdmin({ disputeId })).paymentId.disputable).toBe(80);
    await callAsAdmin().close({ disputeId, ...approval, chargebackAmount: "80.00" });
    expect(await listOwedRefunds(paymentId)).toMatchObject([{ status: "owed", amount: 80, stillOwed: 80 }]);
    const hash = await refunds.send(await refunds.call.refundDispute({ disputeId }));
    await refunds.settle();
    expect(await listOwedRefunds(paymentId)).toMatchObject([{ status: "refunded", stillOwed: 0, transactionHash: hash }]);
    expect((await refunds.call.refunds({ paymentId })).refundable).toBe(0);
  });

  it("approves without money when the whole payment was returned meanwhile", async () => {
    const { paymentId, tenant } = await refunds.paid();
    const { _id: disputeId } = await callAsPayer(tenant).file({ paymentId, reason, amount: "50.00" });
    await refundFreely(paymentId, "200.00");
    await expect(callAsAdmin().close({ disputeId, ...approval, chargebackAmount: "0.01" })).rejects.toThrow("at most $0.00");
    const closed = await callAsAdmin().close({ disputeId, ...approval, chargebackAmount: "0" });
    expect([closed.resolution?.chargebackAmount, closed.refund, await listOwedRefunds(paymentId)]).toEqual([0, null, []]);
  });

  it("never leaves more owed than can still be returned when a refund is counted concurrently", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { paymentId, tenant } = await refunds.paid();
      const { _id: disputeId } = await callAsPayer(tenant).file({ paymentId, reason, amount: "200.00" });
      await refunds.send(await refunds.call.refundPayment({ paymentId, amount: "120.00" }));
      await refunds.fixture.mine(2);
      const close = callAsAdmin().close({ disputeId, ...approval, chargebackAmount: "200.00" });
      const [closed] = await Promise.allSettled([close, refunds.fixture.watch()]);
      const { refundable, owed: now } = await refunds.call.refunds({ paymentId });
      expect(refundable).toBe(80);
      if (closed.status === "fulfilled") expect(now).toMatchObject([{ stillOwed: 80 }]);
      else expect(closed.reason).toMatchObject({ cause: { code: "CHARGEBACK_TOO_LARGE" } });
    }
  });

  it("counts two free refunds after the approval, and a repeated one only once", async () => {
    const { paymentId, tenant } = await refunds.paid();
    const { _id: disputeId } = await callAsPayer(tenant).file({ paymentId, reason, amount: "150.00" });
    await refundFreely(paymentId, "20.00");
    await callAsAdmin().close({ disputeId, ...approval, chargebackAmount: "150.00" });
    await refundFreely(paymentId, "60.00");
    expect(await listOwedRefunds(paymentId)).toMatchObject([{ stillOwed: 90 }]);
    await refundFreely(paymentId, "50.00");
    expect(await listOwedRefunds(paymentId)).toMatchObject([{ stillOwed: 40 }]);
    const begun = await Promise.allSettled([1, 2].map(() => refunds.call.refundDispute({ disputeId })));
    expect(new Set(begun.map((each) => (each.status === "fulfilled" ? each.value._id : "refused"))).size).toBe(1);
  });
});

describe("the amount owed for an approved dispute", () => {
  it("is zero once the whole payment was freely returned, and is owed again when that block leaves the chain", async () => {
    const { chain } = refunds.fixture.harness;
    const { paymentId, tenant } = await refunds.paid();
    const { _id: disputeId } = await callAsPayer(tenant).file({ paymentId, reason, amount: "100.00" });
    await refundFreely(paymentId, "30.00");
    await callAsAdmin().close({ disputeId, ...approval, chargebackAmount: "100.00" });
    await refunds.fixture.mine(4);
    await refundFreely(paymentId, "170.00");
    expect(await refunds.seenByPayer(tenant, paymentId)).toMatchObject({ status: "refunded", stillOwed: 0, refundOwed: false });
    const raw = await chain.rawTransactions(2);
    await chain.reorg(2);
    await refunds.settle();
    expect(await listOwedRefunds(paymentId)).toMatchObject([{ status: "owed", stillOwed: 100 }]);
    await chain.reorg(1, raw);
    await refunds.settle();
    expect(await listOwedRefunds(paymentId)).toMatchObject([{ status: "refunded", stillOwed: 0 }]);
  });

  it("counts its own refund also when an earlier free refund leaves the chain", async () => {
    const { chain } = refunds.fixture.harness;
    const { paymentId, tenant } = await refunds.paid();
    const { _id: disputeId } = await callAsPayer(tenant).file({ paymentId, reason, amount: "80.00" });
    await refundFreely(paymentId, "120.00");
    await callAsAdmin().close({ disputeId, ...approval, chargebackAmount: "80.00" });
    await chain.reorg(2);
    await refunds.settle();
    expect(await listOwedRefunds(paymentId)).toMatchObject([{ status: "owed", stillOwed: 80 }]);
    const open = (await refunds.newest(paymentId))?._id ?? "";
    await refunds.call.cancelRefund({ refundId: open });
    await refunds.send(await refunds.call.refundDispute({ disputeId }));
    await refunds.settle();
    expect(await listOwedRefunds(paymentId)).toMatchObject([{ status: "refunded", stillOwed: 0 }]);
  });

  it("is zero while the payment's own transfer is off the chain, is not settled by that, and is owed again when it returns", async () => {
    const { chain, db, deps } = refunds.fixture.harness;
    const { paymentId, tenant, uuid } = await refunds.paid();
    const { _id: disputeId } = await callAsPayer(tenant).file({ paymentId, reason, amount: "100.00" });
    await callAsAdmin().close({ disputeId, ...approval, chargebackAmount: "100.00" });
    const raw = await chain.rawTransactions(2);
    await chain.reorg(2);
    await refunds.settle(3);
    expect((await callAsPayer(tenant).get({ disputeId })).refund).toBeNull();
    await settleDisputes(deps);
    await chain.reorg(2, raw);
    await refunds.settle();
    expect(await db.$count(transfers, eq(transfers.paymentId, uuid))).toBe(1);
    expect(await listOwedRefunds(paymentId)).toMatchObject([{ status: "owed", stillOwed: 100 }]);
    const [row] = await db.select({ settledAt: disputes.settledAt }).from(disputes).where(eq(disputes.paymentId, uuid));
    expect(row).toEqual({ settledAt: null });
  });

  it("is zero for an old dispute filed after the whole payment was returned", async () => {
    const { db, clock } = refunds.fixture.harness;
    const { paymentId, uuid, tenant } = await refunds.paid();
    await refundFreely(paymentId, "200.00");
    const createdAt = new Date(clock.now().getTime() + 3_600_000);
    const decision = { status: "closed", result: "chargedBack", chargebackCents: 20_000, resolvedAt: createdAt } as const;
    const dispute = await makeDispute(db, { paymentId: uuid, amountCents: 20_000, createdAt, ...decision });
    expect(await listOwedRefunds(paymentId)).toEqual([]);
    expect(await refunds.seenByPayer(tenant, paymentId)).toMatchObject({ refundOwed: false });
    await expect(refunds.call.refundDispute({ disputeId: publicId("dispute", dispute.id) })).rejects.toThrow(
      "All of it has already been sent",
    );
  });
});

describe("reopening after money was returned", () => {
  it("accepts a smaller amount, and is refused when nothing is left", async () => {
    const { db } = refunds.fixture.harness;
    const { paymentId, tenant } = await refunds.paid();
    const { _id: disputeId } = await callAsPayer(tenant).file({ paymentId, reason, amount: "150.00" });
    await callAsPayer(tenant).cancel({ disputeId });
    await refundFreely(paymentId, "120.00");
    await expect(callAsPayer(tenant).reopen({ disputeId })).rejects.toThrow("The disputed amount can be at most $80.00");
    await expect(callAsPayer(tenant).reopen({ disputeId, amount: "80.01" })).rejects.toThrow("The disputed amount can be at most $80.00");
    expect(await callAsPayer(tenant).reopen({ disputeId, amount: "80.00" })).toMatchObject({ status: "open", amount: 80 });
    await callAsPayer(tenant).cancel({ disputeId });
    await refundFreely(paymentId, "80.00");
    await expect(callAsPayer(tenant).reopen({ disputeId })).rejects.toThrow("All of this payment has already been refunded");
    expect(await db.$count(disputes, eq(disputes.id, parsePublicId("dispute", disputeId) ?? ""))).toBe(1);
  });

  it("keeps an open dispute's amount when its other fields change", async () => {
    const { paymentId, tenant } = await refunds.paid();
    const { _id: disputeId } = await callAsPayer(tenant).file({ paymentId, reason, amount: "150.00" });
    await refundFreely(paymentId, "120.00");
    expect(await callAsPayer(tenant).update({ disputeId, reason: "Still cold", amount: "150.00" })).toMatchObject({
      reason: "Still cold",
      amount: 150,
    });
  });
});
