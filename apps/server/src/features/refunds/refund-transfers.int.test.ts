import { refunds } from "@hearth/db/schema/refunds";
import { disputes } from "@hearth/db/schema/disputes";
import { makeUser } from "@hearth/db/testing/factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listLivingAlarms } from "../alarms/alarms.repo.ts";
import { sumPayment } from "../ledger/journal.repo.ts";
import { openRefundFixture, type RefundFixture } from "../../testing/refund-fixture.ts";

let fixture: RefundFixture["fixture"];
let owner: RefundFixture["owner"];
let call: RefundFixture["call"];
let actor: RefundFixture["actor"];
let treasury: RefundFixture["treasury"];
let paid: RefundFixture["paid"];
let decided: RefundFixture["decided"];
let send: RefundFixture["send"];
let settle: RefundFixture["settle"];
let oddities: RefundFixture["oddities"];
let newest: RefundFixture["newest"];
let seenByPayer: RefundFixture["seenByPayer"];
beforeAll(async () => {
  ({ fixture, owner, call, actor, treasury, paid, decided, send, settle, oddities, newest, seenByPayer } = await openRefundFixture());
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

describe("a refund's transfer", () => {
  it("does not count to a wrong address, with too little, or without its binding, and the first two are listed as odd", async () => {
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "100.00" });
    const elsewhere = await fixture.tenant();
    await send(refund, { to: elsewhere.account.address });
    await send(refund, { usdcUnits: 99_990_000n });
    await send(refund, { binding: `0x${"ab".repeat(32)}` });
    await settle(3);
    expect(await newest(paymentId)).toMatchObject({ status: "open", transactionHash: null });
    expect(await oddities(paymentId)).toEqual([
      ["wrongAddress", "100.00"],
      ["short", "99.99"],
    ]);
    await send(refund);
    await settle();
    expect(await newest(paymentId)).toMatchObject({ status: "completed" });
  });

  it("does not count from a wallet where the merchant was never paid, and is listed", async () => {
    const { paymentId, tenant } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "100.00" });
    const friend = await fixture.tenant();
    await send(refund, {}, friend);
    await settle();
    expect(await newest(paymentId)).toMatchObject({ status: "open", transactionHash: null });
    const { oddTransfers, refundable, from } = await call.refunds({ paymentId });
    const { address } = friend.account;
    expect(oddTransfers).toMatchObject([{ problem: "foreignWallet", usdc: "100.00", from: address, to: tenant.account.address }]);
    const admin = await makeUser(fixture.harness.db, { role: "admin" });
    const asAdmin = fixture.harness.caller(await fixture.harness.signIn(admin.id, "admin")).admin;
    expect((await asAdmin.transaction({ transactionId: paymentId })).oddRefundTransfers).toEqual(oddTransfers);
    expect([refundable, from]).toEqual([100, [fixture.payeeAddress, treasury.account.address]]);
    await send(refund);
    await settle();
    expect(await newest(paymentId)).toMatchObject({ status: "completed" });
  });

  it("counts once when sent twice, also later, and the second reduces what can still be refunded", async () => {
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "10.00" });
    const first = await send(refund);
    await fixture.mine(1);
    await fixture.watch();
    expect(await newest(paymentId)).toMatchObject({ status: "open", transactionHash: null, seenTransactionHash: first });
    await send(refund);
    await settle();
    await Promise.allSettled([1, 2, 3].map(() => fixture.watch()));
    expect(await newest(paymentId)).toMatchObject({ status: "completed", transactionHash: first, seenTransactionHash: null });
    await send(refund);
    await settle(100);
    await fixture.watch();
    expect(await oddities(paymentId)).toEqual([
      ["duplicate", "10.00"],
      ["duplicate", "10.00"],
    ]);
    expect((await call.refunds({ paymentId })).refundable).toBe(170);
    await expect(call.refundPayment({ paymentId, amount: "170.01" })).rejects.toThrow("At most $170.00");
  });

  it("of too much completes the refund, and the excess is listed", async () => {
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "50.00" });
    await send(refund, { usdcUnits: 62_500_000n });
    await settle();
    expect(await newest(paymentId)).toMatchObject({ status: "completed", amount: 50 });
    expect(await oddities(paymentId)).toEqual([["over", "62.50"]]);
    expect((await call.refunds({ paymentId })).refundable).toBe(137.5);
  });

  it("of too little leaves the difference owed to the dispute", async () => {
    const { disputeId, paymentId, tenant } = await decided(5_000);
    const refund = await call.refundDispute({ disputeId });
    await send(refund, { usdcUnits: 49_000_000n });
    await settle();
    expect(await newest(paymentId)).toMatchObject({ status: "cancelled" });
    expect((await call.refunds({ paymentId })).owed).toMatchObject([{ disputeId, status: "owed", amount: 50, stillOwed: 1 }]);
    const rest = await call.refundDispute({ disputeId });
    expect(rest).toMatchObject({ amount: 1, disputeId });
    const { owed } = await call.disputeTotals({});
    const restHash = await send(rest);
    await settle();
    const { owed: without } = await call.disputeTotals({});
    expect({ count: owed.count - without.count, cents: Math.round((owed.amount - without.amount) * 100) }).toEqual({
      count: 1,
      cents: 100,
    });
    expect((await call.refunds({ paymentId })).owed).toMatchObject([{ status: "refunded", stillOwed: 0, transactionHash: restHash }]);
    const { items: listed } = await owner.disputes.listForMerchant({ status: "closed" });
    expect(listed.find(({ _id }) => _id === disputeId)?.refund).toMatchObject({ status: "refunded", transactionHash: restHash });
    expect(await newest(paymentId)).toMatchObject({ status: "completed", disputeId });
    expect((await call.refunds({ paymentId })).refundable).toBe(150);
    expect(await call.refundDispute({ disputeId })).toMatchObject({ _id: rest._id });
    expect(await seenByPayer(tenant, paymentId)).toMatchObject({ status: "refunded", transactionHash: restHash, refundOwed: false });
  });

  it("of too little completes a dispute's refund together with others, and not before", async () => {
    const { disputeId, paymentId, tenant } = await decided(5_000);
    const refund = await call.refundDispute({ disputeId });
    await send(refund, { usdcUnits: 30_000_000n });
    await settle();
    expect(await seenByPayer(tenant, paymentId)).toMatchObject({ status: "owed", transactionHash: null, refundOwed: true });
    const second = await send(refund, { usdcUnits: 20_000_000n });
    await settle();
    expect(await seenByPayer(tenant, paymentId)).toMatchObject({ status: "refunded", transactionHash: second, refundOwed: false });
    expect((await call.refunds({ paymentId })).refundable).toBe(150);
    await expect(call.refundDispute({ disputeId })).rejects.toThrow("All of it has already been sent to the payer");
  });

  it("of too little leaves exactly the difference, also several, and never more than was paid in all", async () => {
    const { disputeId, paymentId } = await decided(20_000);
    const refund = await call.refundDispute({ disputeId });
    await send(refund, { usdcUnits: 120_000_000n });
    await send(refund, { usdcUnits: 50_000_000n });
    await settle();
    const rest = await call.refundDispute({ disputeId });
    expect(rest).toMatchObject({ amount: 30, status: "open" });
    await expect(call.refundPayment({ paymentId, amount: "0.01" })).rejects.toThrow("Another refund of this payment is open");
    await send(rest);
    await settle();
    await expect(call.refundPayment({ paymentId, amount: "0.01" })).rejects.toThrow("At most $0.00 of this payment");
  });

  it("is no longer listed as odd when its block leaves the chain", async () => {
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "30.00" });
    await send(refund, { usdcUnits: 1_000_000n });
    await settle();
    expect(await oddities(paymentId)).toEqual([["short", "1.00"]]);
    await fixture.harness.chain.reorg(2);
    await settle(3);
    expect(await oddities(paymentId)).toEqual([]);
  });

  it("completes a refund that was cancelled meanwhile, and another one waits for it", async () => {
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "150.00" });
    await call.cancelRefund({ refundId: refund._id });
    await expect(call.cancelRefund({ refundId: refund._id })).rejects.toThrow("not open any more");
    await send(refund);
    await settle();
    expect(await newest(paymentId)).toMatchObject({ status: "completed" });
    await expect(call.refundPayment({ paymentId, amount: "51.00" })).rejects.toThrow("At most $50.00");
  });

  it("is reversed with its block, and counts again when it returns", async () => {
    const { chain } = fixture.harness;
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "25.00" });
    await send(refund);
    await settle();
    const raw = await chain.rawTransactions(2);
    await chain.reorg(2);
    await fixture.mine(2);
    await fixture.watch();
    expect(await newest(paymentId)).toMatchObject({ status: "open", transactionHash: null });
    await chain.reorg(1, raw);
    await settle();
    expect(await newest(paymentId)).toMatchObject({ status: "completed" });
    expect(await fixture.harness.db.$count(refunds, eq(refunds.binding, refund.binding))).toBe(1);
  });

  it("counts in a block lower than the head at the refund's beginning", async () => {
    const { chain } = fixture.harness;
    const { paymentId } = await paid();
    await fixture.mine(4);
    await fixture.watch();
    await send(await call.refundPayment({ paymentId, amount: "25.00" }));
    await fixture.mine(1);
    const raw = await chain.rawTransactions(1);
    await chain.reorg(4, raw);
    await settle();
    expect(await newest(paymentId)).toMatchObject({ status: "completed" });
  });
});

describe("money returned beyond what was received", () => {
  it("is not the payment's in the journal, and raises an alarm", async () => {
    const { db } = fixture.harness;
    const { paymentId, uuid } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "200.00" });
    await send(refund);
    await send(refund, { usdcUnits: 30_000_000n });
    await settle();
    expect(await sumPayment(db, uuid)).toEqual({ creditedUnits: 200_000_000n, returnedUnits: 200_000_000n });
    const alarm = (await listLivingAlarms(db)).find(({ key }) => key === `refunded-beyond-${paymentId}`);
    expect(alarm?.message).toBe("30.00 USDC more were sent back for a payment than had come in for it.");
  });
});

describe("money returned while a dispute is open", () => {
  it("counts towards the approved amount, which is settled when all of it was returned", async () => {
    const { db, clock } = fixture.harness;
    const { paymentId, uuid, tenant } = await paid();
    const dispute = await makeDispute(db, { paymentId: uuid, amountCents: 20_000, createdAt: new Date(clock.now().getTime() - 1_000) });
    const disputeId = publicId("dispute", dispute.id);
    await send(await call.refundPayment({ paymentId, amount: "120.00" }));
    await settle();
    const approved = { status: "closed", result: "chargedBack", chargebackCents: 20_000, resolvedAt: clock.now() } as const;
    await db.update(disputes).set(approved).where(eq(disputes.id, dispute.id));
    expect((await call.refunds({ paymentId })).owed).toMatchObject([{ disputeId, status: "owed", amount: 200, stillOwed: 80 }]);
    const rest = await call.refundDispute({ disputeId });
    expect(rest).toMatchObject({ amount: 80 });
    const restHash = await send(rest);
    await settle();
    expect(await seenByPayer(tenant, paymentId)).toMatchObject({ status: "refunded", transactionHash: restHash, refundOwed: false });
    expect(await call.refunds({ paymentId })).toMatchObject({ refundable: 0, owed: [{ status: "refunded", stillOwed: 0 }] });
  });

  it("settles an approved dispute at once when the whole amount was returned before", async () => {
    const { db, clock } = fixture.harness;
    const { paymentId, uuid, tenant } = await paid();
    const dispute = await makeDispute(db, { paymentId: uuid, amountCents: 20_000, createdAt: new Date(clock.now().getTime() - 1_000) });
    await send(await call.refundPayment({ paymentId, amount: "200.00" }));
    await settle();
    const approved = { status: "closed", result: "chargedBack", chargebackCents: 20_000, resolvedAt: clock.now() } as const;
    await db.update(disputes).set(approved).where(eq(disputes.id, dispute.id));
    expect(await seenByPayer(tenant, paymentId)).toMatchObject({ status: "refunded", refundOwed: false });
    await expect(call.refundDispute({ disputeId: publicId("dispute", dispute.id) })).rejects.toThrow("All of it has already been sent");
  });

  it("does not count when it was returned before the filing", async () => {
    const { db, clock } = fixture.harness;
    const { paymentId, uuid } = await paid();
    await send(await call.refundPayment({ paymentId, amount: "50.00" }));
    await settle();
    const later = { createdAt: new Date(clock.now().getTime() + 3_600_000), resolvedAt: clock.now() };
    await makeDispute(db, {
      paymentId: uuid,
      amountCents: 9_000,
      status: "closed",
      result: "chargedBack",
      chargebackCents: 9_000,
      ...later,
    });
    expect((await call.refunds({ paymentId })).owed).toMatchObject([{ status: "owed", stillOwed: 90 }]);
  });
});

// Keep this block last: it advances time beyond everybody else's sessions.
describe("a refund's reference", () => {
  it("is watched for ever: its money counts long after the refund was begun and cancelled, and nothing is returned twice", async () => {
    const { harness } = fixture;
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "150.00" });
    await fixture.pass(25 * 60);
    const owner = async () => harness.caller(await harness.signIn(actor.userId)).merchant; // the session has expired meanwhile
    await (await owner()).cancelRefund({ refundId: refund._id });
    await fixture.pass(40 * 24 * 60);
    await send(refund);
    await settle();
    const later = await owner();
    expect((await later.refunds({ paymentId })).items).toMatchObject([{ status: "completed" }]);
    await expect(later.refundPayment({ paymentId, amount: "51.00" })).rejects.toThrow("At most $50.00");
  });
});
