import { idempotencyKeys } from "@hearth/db/schema/idempotency-keys";
import { makeMerchant } from "@hearth/db/testing/factories";
import { makeDispute, makeIdempotencyKey } from "@hearth/db/testing/record-factories";
import { publicId } from "@hearth/domain/ids";
import { readRecordDocument } from "@hearth/domain/records/signed-record";
import { eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openRefundFixture, type RefundFixture } from "../../testing/refund-fixture.ts";
import { drawReceiptOf } from "../payments/receipt/receipt.service.ts";

let fixture: RefundFixture["fixture"];
let call: RefundFixture["call"];
let actor: RefundFixture["actor"];
let paid: RefundFixture["paid"];
let decided: RefundFixture["decided"];
let send: RefundFixture["send"];
let settle: RefundFixture["settle"];
let newest: RefundFixture["newest"];
let seenByPayer: RefundFixture["seenByPayer"];
beforeAll(async () => {
  ({ fixture, call, actor, paid, decided, send, settle, newest, seenByPayer } = await openRefundFixture());
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

it("shows a payer who follows the payment at once that a refund was begun and cancelled", async () => {
  const { tenant, paymentId } = await paid();
  const payer = fixture.harness.caller(tenant.token).payments;
  const updates = (await fixture.harness.caller(tenant.token).account.watch({ payments: [paymentId] }))[Symbol.asyncIterator]();
  const nextUpdate = async () => {
    for (let event: unknown; !JSON.stringify(event ?? null).includes(paymentId); event = (await updates.next()).value);
    return (await payer.get({ paymentId })).refunds.map(({ status, amount }) => [status, amount]);
  };
  expect(await nextUpdate()).toEqual([]);
  const { _id: refundId } = await call.refundPayment({ paymentId, amount: "12.50" });
  expect(await nextUpdate()).toEqual([["onItsWay", 12.5]]);
  await call.cancelRefund({ refundId });
  expect(await nextUpdate()).toEqual([]);
  await updates.return?.();
});

it("is told on the payment's receipts, on paper and in the signed record", async () => {
  const { deps, caller } = fixture.harness;
  const { tenant, paymentId } = await paid();
  const { records, payments } = caller(tenant.token);
  const { description } = await payments.get({ paymentId });
  const receipt = async () => {
    const drawn: unknown[] = [];
    const draw: typeof deps.pdfs.draw = async (_kind, paper) => {
      drawn.push("refundedCents" in paper ? paper.refundedCents : null);
      return Buffer.alloc(0);
    };
    await drawReceiptOf({ ...deps, pdfs: { ...deps.pdfs, draw } }, { userId: tenant.user.id }, paymentId, "Ada Quill");
    const { document } = await records.receipt({ paymentId });
    return [readRecordDocument(document)?.record.description, ...drawn];
  };
  expect(await receipt()).toEqual([description, 0]);
  await send(await call.refundPayment({ paymentId, amount: "12.50" }));
  expect(await receipt()).toEqual([description, 0]);
  await settle();
  expect(await receipt()).toEqual([`${description} ($12.50 was refunded)`, 1_250]);
});

it("a refund above $500.00 needs a recent sign-in after ten minutes, and a smaller one does not", async () => {
  const { paymentId } = await paid(undefined, "900.00");
  const caller = fixture.harness.caller({ ...actor, authenticatedAt: new Date(fixture.harness.clock.now().getTime() - 600_000) }).merchant;
  await expect(caller.refundPayment({ paymentId, amount: "500.01" })).rejects.toThrow("Please confirm that it is you, and then try again");
  expect((await caller.refunds({ paymentId })).items).toEqual([]);
  expect(await caller.refundPayment({ paymentId, amount: "500.00" })).toMatchObject({ amount: 500, status: "open" });
});

describe("the refund of an approved dispute", () => {
  it("goes to the payer's proven wallet, is identified by its binding, and counts at the second confirmation", async () => {
    const { disputeId, paymentId, tenant } = await decided(6_420);
    const refund = await call.refundDispute({ disputeId });
    expect(refund).toMatchObject({ amount: 64.2, usdcUnits: "64200000", status: "open", to: tenant.account.address, disputeId });
    const txHash = await send(refund);
    await settle(1);
    expect(await newest(paymentId)).toMatchObject({ status: "open" });
    await settle(1);
    expect(await newest(paymentId)).toMatchObject({ status: "completed", transactionHash: txHash });
    expect((await call.refunds({ paymentId })).refundable).toBe(135.8);
  });

  it("is shown as owed to the payer until it is verified, and then with its transaction", async () => {
    const { disputeId, paymentId, tenant } = await decided(6_420);
    const standing = () => seenByPayer(tenant, paymentId);
    const owed = { status: "owed", amount: 64.2, transactionHash: null, refundedAt: null, displayStatus: "refunded", refundOwed: true };
    expect(await standing()).toMatchObject(owed);
    const txHash = await send(await call.refundDispute({ disputeId }));
    await settle(1);
    expect(await standing()).toMatchObject(owed);
    await settle(1);
    const at = fixture.harness.clock.now().toISOString();
    expect(await standing()).toMatchObject({ status: "refunded", transactionHash: txHash, refundedAt: at, refundOwed: false });
  });

  it("is begun once, however often and with whatever key", async () => {
    const { disputeId, paymentId } = await decided(5_000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => call.refundDispute({ disputeId })));
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    await send(answers[0] ?? (await call.refundDispute({ disputeId })));
    await settle();
    expect(await call.refundDispute({ disputeId, idempotencyKey: "again-and-again" })).toMatchObject({ status: "completed" });
    expect((await call.refunds({ paymentId })).items).toHaveLength(1);
  });

  it("is stored under its procedure: a repetition gets the first answer, and another procedure's key begins nothing", async () => {
    const { db } = fixture.harness;
    const [owed, free] = [await decided(5_000), await paid()];
    const keys = ["refund-of-dispute", "refund-given"] as const;
    const begin = () =>
      Promise.all([
        call.refundDispute({ disputeId: owed.disputeId, idempotencyKey: keys[0] }),
        call.refundPayment({ paymentId: free.paymentId, amount: "20.00", idempotencyKey: keys[1] }),
      ]);
    const first = await begin();
    for (const refund of first) await call.cancelRefund({ refundId: refund._id });
    expect(await begin()).toEqual(first);
    const filed = await db
      .select()
      .from(idempotencyKeys)
      .where(inArray(idempotencyKeys.key, [...keys]));
    expect(filed.map(({ procedure }) => procedure).toSorted()).toEqual(["merchant.refundDispute", "merchant.refundPayment"]);
    const { key } = await makeIdempotencyKey(db, { scope: actor.userId, key: "a-key-of-another", procedure: "merchant.refund" });
    const other = await paid();
    const again = call.refundPayment({ paymentId: other.paymentId, amount: "20.00", idempotencyKey: key });
    await expect(again).rejects.toMatchObject({ cause: { code: "IDEMPOTENCY_KEY_REUSED" } });
    expect((await call.refunds({ paymentId: other.paymentId })).items).toEqual([]);
  });

  it("is not returned from a stored answer of something else", async () => {
    const { paymentId } = await paid();
    const wish = { paymentId, amount: "20.00", idempotencyKey: "an-answer-of-old" };
    const { _id: refundId } = await call.refundPayment(wish);
    await fixture.harness.db.update(idempotencyKeys).set({ response: { refundId } }).where(eq(idempotencyKeys.key, wish.idempotencyKey));
    await expect(call.refundPayment(wish)).rejects.toThrow("does not match its schema any more");
    expect((await call.refunds({ paymentId })).items).toHaveLength(1);
  });

  it("is not owed for a dispute that is open, denied, or somebody else's", async () => {
    const denied = await decided(0, "denied");
    await expect(call.refundDispute({ disputeId: denied.disputeId })).rejects.toThrow("No refund is owed for this dispute");
    const open = await makeDispute(fixture.harness.db, { paymentId: (await paid()).uuid, amountCents: 1_000 });
    await expect(call.refundDispute({ disputeId: publicId("dispute", open.id) })).rejects.toThrow("No refund is owed for this dispute");
    const { owner } = await makeMerchant(fixture.harness.db);
    const other = fixture.harness.caller(await fixture.harness.signIn(owner.id)).merchant;
    const { disputeId, paymentId } = await decided(1_000);
    await expect(other.refundDispute({ disputeId })).rejects.toThrow("Dispute not found");
    await expect(other.refunds({ paymentId })).rejects.toThrow("Transaction not found");
    await expect(other.refundPayment({ paymentId, amount: 1 })).rejects.toThrow("Transaction not found");
  });
});

describe("a refund without a dispute", () => {
  it("is of the payment or a part of it, and never more than was paid in all", async () => {
    const { paymentId } = await paid();
    await expect(call.refundPayment({ paymentId, amount: "200.01" })).rejects.toThrow("At most $200.00 of this payment");
    const first = await call.refundPayment({ paymentId, amount: "150.00" });
    await expect(call.refundPayment({ paymentId, amount: "50.00" })).rejects.toThrow("Another refund of this payment is open");
    await send(first);
    await settle();
    await expect(call.refundPayment({ paymentId, amount: "50.01" })).rejects.toThrow("At most $50.00 of this payment");
    await send(await call.refundPayment({ paymentId, amount: "50.00" }));
    await settle();
    expect(await call.refunds({ paymentId })).toMatchObject({ refundable: 0, items: [{ status: "completed" }, { status: "completed" }] });
  });

  it("is shown to the payer while on its way and with its transaction, and the payment stays completed", async () => {
    const { paymentId, tenant } = await paid();
    const readPayment = async () => fixture.harness.caller(tenant.token).payments.get({ paymentId });
    const first = await call.refundPayment({ paymentId, amount: "150.00" });
    expect(await readPayment()).toMatchObject({ refunded: "none", refunds: [{ status: "onItsWay", amount: 150, transactionHash: null }] });
    const firstHash = await send(first);
    await settle();
    expect(await readPayment()).toMatchObject({ displayStatus: "completed", refunded: "part" });
    const second = await call.refundPayment({ paymentId, amount: "50.00" });
    await call.cancelRefund({ refundId: second._id });
    expect((await readPayment()).refunds).toMatchObject([{ status: "refunded", amount: 150, transactionHash: firstHash }]);
    const lastHash = await send(await call.refundPayment({ paymentId, amount: "50.00" }));
    await settle();
    expect(await readPayment()).toMatchObject({
      displayStatus: "completed",
      refunded: "whole",
      refunds: [{ transactionHash: firstHash }, { status: "refunded", amount: 50, transactionHash: lastHash }],
    });
    const { items } = await fixture.harness.caller(tenant.token).payments.list({});
    expect(items).toMatchObject([{ id: paymentId, refunded: "whole" }]);
  });

  it("has one winner when two different ones are begun concurrently", async () => {
    const { paymentId } = await paid();
    const results = await Promise.allSettled(["120.00", "130.00"].map((amount) => call.refundPayment({ paymentId, amount })));
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("is begun once of twenty concurrent calls, and once each for two disputes' payments", async () => {
    const [free, owed, other] = [await paid(), await decided(5_000), await decided(6_000)];
    const amounts = Array.from({ length: 20 }, (_, index) => `${100 + index}.00`);
    const begun = await Promise.allSettled(amounts.map((amount) => call.refundPayment({ paymentId: free.paymentId, amount })));
    expect(begun.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const twice = [owed, other, owed, other, owed, other];
    const answers = await Promise.all(twice.map(({ disputeId }) => call.refundDispute({ disputeId })));
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(2);
    const { items, refundable } = await call.refunds({ paymentId: free.paymentId });
    expect(items).toHaveLength(1);
    expect(refundable).toBe(200 - (items[0]?.amount ?? 0));
  });

  it("of a dispute never begins with more than is owed when it is stored", async () => {
    const { disputeId, paymentId } = await decided(5_000);
    const first = await call.refundDispute({ disputeId });
    await call.cancelRefund({ refundId: first._id });
    await send(first, { usdcUnits: 20_000_000n });
    await fixture.mine(2);
    await Promise.all([fixture.watch(), call.refundDispute({ disputeId })]);
    await fixture.watch();
    // In either order: a refund begun with too much is cancelled, and the rest can be begun.
    expect(await call.refundDispute({ disputeId })).toMatchObject({ amount: 30, status: "open" });
    const { items } = await call.refunds({ paymentId });
    expect(items.filter(({ status }) => status === "open").map(({ amount }) => amount)).toEqual([30]);
  });

  it("is refused for a payment without money, and goes to a wallet that is linked to no account", async () => {
    const waiting = await fixture.checkout(await fixture.tenant(), "77.00");
    await expect(call.refundPayment({ paymentId: waiting.paymentId, amount: 1 })).rejects.toThrow("Transaction not found");
    const tenant = await fixture.tenant({ proven: false });
    const checkout = await fixture.checkout(tenant, "88.00");
    await fixture.transfer(tenant.account, checkout);
    await fixture.mine(2);
    await fixture.watch();
    expect(await call.refundPayment({ paymentId: checkout.paymentId, amount: 1 })).toMatchObject({ to: tenant.account.address });
  });
});
