import { encodeTransfer } from "@hearth/chain/usdc";
import { networks } from "@hearth/chain/networks";
import { idempotencyKeys } from "@hearth/db/schema/idempotency-keys";
import { disputes } from "@hearth/db/schema/disputes";
import { merchants } from "@hearth/db/schema/merchants";
import { refunds } from "@hearth/db/schema/refunds";
import { makeMerchant, makePayee, makeUser, makeWallet } from "@hearth/db/testing/factories";
import { makeDispute, makeIdempotencyKey } from "@hearth/db/testing/record-factories";
import { publicId } from "@hearth/domain/ids";
import { eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../testing/harness.ts";
import { openPaymentBench, type PaymentBench, type Tenant } from "../../testing/payment-bench.ts";
import { listLivingAlarms } from "../alarms/alarms.repo.ts";
import { resolveActor } from "../auth/sessions.service.ts";
import { sumPayment } from "../ledger/journal.repo.ts";
import type { Actor } from "../../trpc/context.ts";
import type { RefundView } from "./refunds.view.ts";

let bench: PaymentBench;
let owner: ReturnType<PaymentBench["harness"]["caller"]>;
let call: typeof owner.merchant;
let actor: Actor;
/** Whoever sends for the merchant, from the wallet it was paid to earlier. */
let treasury: Tenant;
beforeAll(async () => {
  bench = await openPaymentBench(await startHarness({ chain: true }));
  const [row] = await bench.harness.db.select({ id: merchants.ownerUserId }).from(merchants).where(eq(merchants.id, bench.merchantId));
  const token = await bench.harness.signIn(row?.id ?? "");
  owner = bench.harness.caller(token);
  const signedIn = await resolveActor(bench.harness.deps, token);
  if (signedIn === null) throw new Error("The session did not open");
  actor = signedIn;
  call = owner.merchant;
  treasury = await bench.tenant();
  const { merchantId } = bench;
  await makePayee(bench.harness.db, { merchantId, address: treasury.account.address, endedAt: bench.harness.clock.now() });
  await bench.mine(130);
});
afterEach(() => bench.expectSound());
afterAll(() => bench.harness.close());

/** A payment of $200.00 that was paid from the payer's own wallet. */
async function paid() {
  const tenant = await bench.tenant();
  const checkout = await bench.checkout(tenant, "200.00");
  await bench.transfer(tenant.account, checkout);
  await bench.mine(2);
  await bench.watch();
  return { tenant, ...checkout };
}

/** Such a payment, with a dispute about it that was decided. */
async function decided(chargebackCents: number, result: "chargedBack" | "denied" = "chargedBack") {
  const payment = await paid();
  const dispute = await makeDispute(bench.harness.db, {
    paymentId: payment.uuid,
    amountCents: Math.max(10_000, chargebackCents),
    status: "closed",
    result,
    resultReason: "Both agree",
    chargebackCents,
    resolvedAt: bench.harness.clock.now(),
  });
  return { ...payment, disputeId: publicId("dispute", dispute.id) };
}

interface Change {
  to?: `0x${string}`;
  usdcUnits?: bigint;
  binding?: `0x${string}`;
}

const send = (refund: RefundView, change: Change = {}, sender = treasury) => {
  const { to, binding } = refund;
  const data = encodeTransfer({ to, binding, usdcUnits: BigInt(refund.usdcUnits), ...change });
  return bench.send(sender.account, networks.local.usdc.address, data);
};

async function settle(blocks = 2) {
  await bench.mine(blocks);
  await bench.watch();
}

/** What was odd about a payment's refunds, each with what the chain moved. */
const oddities = async (paymentId: string) => (await call.refunds({ paymentId })).oddTransfers.map(({ problem, usdc }) => [problem, usdc]);

const only = async (paymentId: string) => (await call.refunds({ paymentId })).items.at(-1);

/** What the payer sees of a dispute's refund and of its payment. */
async function seenByPayer({ token }: Tenant, paymentId: string) {
  const payer = bench.harness.caller(token);
  const [dispute] = await payer.disputes.ofPayment({ paymentId });
  const { displayStatus, refundOwed } = await payer.payments.get({ paymentId });
  return { ...dispute?.refund, displayStatus, refundOwed };
}

it("a payer who looks at the payment sees at once that a refund was begun, and that it was given up", async () => {
  const { tenant, paymentId } = await paid();
  const payer = bench.harness.caller(tenant.token).payments;
  const words = (await payer.watch({ paymentId }))[Symbol.asyncIterator]();
  const seen = async () => {
    expect((await words.next()).done).toBe(false);
    return (await payer.get({ paymentId })).refunds.map(({ status, amount }) => [status, amount]);
  };
  expect(await seen()).toEqual([]);
  const { _id: refundId } = await call.refundPayment({ paymentId, amount: "12.50" });
  expect(await seen()).toEqual([["onItsWay", 12.5]]);
  await call.cancelRefund({ refundId });
  expect(await seen()).toEqual([]);
  await words.return?.();
});

describe("the refund of an approved dispute", () => {
  it("goes to the payer's proven wallet, is bound by what it carries, and counts at the second confirmation", async () => {
    const { disputeId, paymentId, tenant } = await decided(6_420);
    const refund = await call.refundDispute({ disputeId });
    expect(refund).toMatchObject({ amount: 64.2, usdcUnits: "64200000", status: "open", to: tenant.account.address, disputeId });
    const txHash = await send(refund);
    await settle(1);
    expect(await only(paymentId)).toMatchObject({ status: "open" });
    await settle(1);
    expect(await only(paymentId)).toMatchObject({ status: "completed", transactionHash: txHash });
    expect((await call.refunds({ paymentId })).refundable).toBe(135.8);
  });

  it("is owed in the payer's eyes until it is verified, and then shows its transaction", async () => {
    const { disputeId, paymentId, tenant } = await decided(6_420);
    const standing = () => seenByPayer(tenant, paymentId);
    const owed = { status: "owed", amount: 64.2, transactionHash: null, refundedAt: null, displayStatus: "refunded", refundOwed: true };
    expect(await standing()).toMatchObject(owed);
    const txHash = await send(await call.refundDispute({ disputeId }));
    await settle(1);
    expect(await standing()).toMatchObject(owed);
    await settle(1);
    const at = bench.harness.clock.now().toISOString();
    expect(await standing()).toMatchObject({ status: "refunded", transactionHash: txHash, refundedAt: at, refundOwed: false });
  });

  it("is begun once, however often it is asked for and with whatever key", async () => {
    const { disputeId, paymentId } = await decided(5_000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => call.refundDispute({ disputeId })));
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    await send(answers[0] ?? (await call.refundDispute({ disputeId })));
    await settle();
    expect(await call.refundDispute({ disputeId, idempotencyKey: "again-and-again" })).toMatchObject({ status: "completed" });
    expect((await call.refunds({ paymentId })).items).toHaveLength(1);
  });

  it("is filed under the procedure that began it, which gives a repeat the first answer, and begins nothing with a key of another", async () => {
    const { db } = bench.harness;
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

  it("is not given out again from an answer that is none of a refund's", async () => {
    const { paymentId } = await paid();
    const wish = { paymentId, amount: "20.00", idempotencyKey: "an-answer-of-old" };
    const { _id: refundId } = await call.refundPayment(wish);
    await bench.harness.db.update(idempotencyKeys).set({ response: { refundId } }).where(eq(idempotencyKeys.key, wish.idempotencyKey));
    await expect(call.refundPayment(wish)).rejects.toThrow("cannot be read any more");
    expect((await call.refunds({ paymentId })).items).toHaveLength(1);
  });

  it("is not owed for a dispute that is open, denied, or somebody else's", async () => {
    const denied = await decided(0, "denied");
    await expect(call.refundDispute({ disputeId: denied.disputeId })).rejects.toThrow("No refund is owed for this dispute");
    const open = await makeDispute(bench.harness.db, { paymentId: (await paid()).uuid, amountCents: 1_000 });
    await expect(call.refundDispute({ disputeId: publicId("dispute", open.id) })).rejects.toThrow("No refund is owed for this dispute");
    const { owner } = await makeMerchant(bench.harness.db);
    const other = bench.harness.caller(await bench.harness.signIn(owner.id)).merchant;
    const { disputeId, paymentId } = await decided(1_000);
    await expect(other.refundDispute({ disputeId })).rejects.toThrow("Dispute not found");
    await expect(other.refunds({ paymentId })).rejects.toThrow("Transaction not found");
    await expect(other.refundPayment({ paymentId, amount: 1 })).rejects.toThrow("Transaction not found");
  });
});

describe("a refund that nobody asked for", () => {
  it("is the payment or a part of it, and never more than was paid in all", async () => {
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

  it("is seen by the payer on its way and with its transaction, beside a payment that stays completed", async () => {
    const { paymentId, tenant } = await paid();
    const seen = async () => bench.harness.caller(tenant.token).payments.get({ paymentId });
    const first = await call.refundPayment({ paymentId, amount: "150.00" });
    expect(await seen()).toMatchObject({ refunded: "none", refunds: [{ status: "onItsWay", amount: 150, transactionHash: null }] });
    const firstHash = await send(first);
    await settle();
    expect(await seen()).toMatchObject({ displayStatus: "completed", refunded: "part" });
    const second = await call.refundPayment({ paymentId, amount: "50.00" });
    await call.cancelRefund({ refundId: second._id });
    expect((await seen()).refunds).toMatchObject([{ status: "refunded", amount: 150, transactionHash: firstHash }]);
    const lastHash = await send(await call.refundPayment({ paymentId, amount: "50.00" }));
    await settle();
    expect(await seen()).toMatchObject({
      displayStatus: "completed",
      refunded: "whole",
      refunds: [{ transactionHash: firstHash }, { status: "refunded", amount: 50, transactionHash: lastHash }],
    });
    const { items } = await bench.harness.caller(tenant.token).payments.list({});
    expect(items).toMatchObject([{ id: paymentId, refunded: "whole" }]);
  });

  it("has one winner when two different ones are begun at once", async () => {
    const { paymentId } = await paid();
    const results = await Promise.allSettled(["120.00", "130.00"].map((amount) => call.refundPayment({ paymentId, amount })));
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("is one of twenty that are begun at once, and of those for two disputes' payments one each", async () => {
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

  it("of what a dispute is owed is not begun with more than is owed by the time it is stored", async () => {
    const { disputeId, paymentId } = await decided(5_000);
    const first = await call.refundDispute({ disputeId });
    await call.cancelRefund({ refundId: first._id });
    await send(first, { usdcUnits: 20_000_000n });
    await bench.mine(2);
    await Promise.all([bench.watch(), call.refundDispute({ disputeId })]);
    await bench.watch();
    // Whichever was first: what was begun with too much is given up, and the rest can be begun.
    expect(await call.refundDispute({ disputeId })).toMatchObject({ amount: 30, status: "open" });
    const { items } = await call.refunds({ paymentId });
    expect(items.filter(({ status }) => status === "open").map(({ amount }) => amount)).toEqual([30]);
  });

  it("is refused for a payment that has no money yet, and where the payer has no proven wallet", async () => {
    const waiting = await bench.checkout(await bench.tenant(), "77.00");
    await expect(call.refundPayment({ paymentId: waiting.paymentId, amount: 1 })).rejects.toThrow("Transaction not found");
    const tenant = await bench.tenant({ proven: false });
    const checkout = await bench.checkout(tenant, "88.00");
    await bench.transfer(tenant.account, checkout);
    await bench.mine(2);
    await bench.watch();
    await expect(call.refundPayment({ paymentId: checkout.paymentId, amount: 1 })).rejects.toThrow("no proven wallet");
    await makeWallet(bench.harness.db, { userId: tenant.user.id, address: tenant.account.address });
    expect(await call.refundPayment({ paymentId: checkout.paymentId, amount: 1 })).toMatchObject({ to: tenant.account.address });
  });
});

describe("the transfer of a refund", () => {
  it("does not count to a wrong address, with too little, or without what it must carry, and the first two are on record", async () => {
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "100.00" });
    const elsewhere = await bench.tenant();
    await send(refund, { to: elsewhere.account.address });
    await send(refund, { usdcUnits: 99_990_000n });
    await send(refund, { binding: `0x${"ab".repeat(32)}` });
    await settle(3);
    expect(await only(paymentId)).toMatchObject({ status: "open", transactionHash: null });
    expect(await oddities(paymentId)).toEqual([
      ["wrongAddress", "100.00"],
      ["short", "99.99"],
    ]);
    await send(refund);
    await settle();
    expect(await only(paymentId)).toMatchObject({ status: "completed" });
  });

  it("does not count from a wallet that the merchant was never paid to, and says so", async () => {
    const { paymentId, tenant } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "100.00" });
    const friend = await bench.tenant();
    await send(refund, {}, friend);
    await settle();
    expect(await only(paymentId)).toMatchObject({ status: "open", transactionHash: null });
    const { oddTransfers, refundable, from } = await call.refunds({ paymentId });
    const { address } = friend.account;
    expect(oddTransfers).toMatchObject([{ problem: "foreignWallet", usdc: "100.00", from: address, to: tenant.account.address }]);
    const admin = await makeUser(bench.harness.db, { role: "admin" });
    const asAdmin = bench.harness.caller(await bench.harness.signIn(admin.id, "admin")).admin;
    expect((await asAdmin.transaction({ transactionId: paymentId })).oddRefundTransfers).toEqual(oddTransfers);
    expect([refundable, from]).toEqual([100, [bench.payeeAddress, treasury.account.address]]);
    await send(refund);
    await settle();
    expect(await only(paymentId)).toMatchObject({ status: "completed" });
  });

  it("sent twice counts once, also when the second comes later, and the second takes of what may still be paid back", async () => {
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "10.00" });
    const first = await send(refund);
    await send(refund);
    await settle();
    await Promise.allSettled([1, 2, 3].map(() => bench.watch()));
    expect(await only(paymentId)).toMatchObject({ status: "completed", transactionHash: first });
    await send(refund);
    await settle(100);
    await bench.watch();
    expect(await oddities(paymentId)).toEqual([
      ["duplicate", "10.00"],
      ["duplicate", "10.00"],
    ]);
    expect((await call.refunds({ paymentId })).refundable).toBe(170);
    await expect(call.refundPayment({ paymentId, amount: "170.01" })).rejects.toThrow("At most $170.00");
  });

  it("that is more than asked completes the refund, and what was too much is on record", async () => {
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "50.00" });
    await send(refund, { usdcUnits: 62_500_000n });
    await settle();
    expect(await only(paymentId)).toMatchObject({ status: "completed", amount: 50 });
    expect(await oddities(paymentId)).toEqual([["over", "62.50"]]);
    expect((await call.refunds({ paymentId })).refundable).toBe(137.5);
  });

  it("that is too little leaves the rest of what a dispute is owed", async () => {
    const { disputeId, paymentId, tenant } = await decided(5_000);
    const refund = await call.refundDispute({ disputeId });
    await send(refund, { usdcUnits: 49_000_000n });
    await settle();
    expect(await only(paymentId)).toMatchObject({ status: "cancelled" });
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
    expect(await only(paymentId)).toMatchObject({ status: "completed", disputeId });
    expect((await call.refunds({ paymentId })).refundable).toBe(150);
    expect(await call.refundDispute({ disputeId })).toMatchObject({ _id: rest._id });
    expect(await seenByPayer(tenant, paymentId)).toMatchObject({ status: "refunded", transactionHash: restHash, refundOwed: false });
  });

  it("that are too little each refund a dispute once they add up to it, and not before", async () => {
    const { disputeId, paymentId, tenant } = await decided(5_000);
    const refund = await call.refundDispute({ disputeId });
    await send(refund, { usdcUnits: 30_000_000n });
    await settle();
    expect(await seenByPayer(tenant, paymentId)).toMatchObject({ status: "owed", transactionHash: null, refundOwed: true });
    const second = await send(refund, { usdcUnits: 20_000_000n });
    await settle();
    expect(await seenByPayer(tenant, paymentId)).toMatchObject({ status: "refunded", transactionHash: second, refundOwed: false });
    expect((await call.refunds({ paymentId })).refundable).toBe(150);
    await expect(call.refundDispute({ disputeId })).rejects.toThrow("All of it has been sent to the payer already");
  });

  it("that are too little, also together, leave exactly the rest, and never more than was paid in all", async () => {
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

  it("is forgotten as odd when its block leaves the chain", async () => {
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "30.00" });
    await send(refund, { usdcUnits: 1_000_000n });
    await settle();
    expect(await oddities(paymentId)).toEqual([["short", "1.00"]]);
    await bench.harness.chain.reorg(2);
    await settle(3);
    expect(await oddities(paymentId)).toEqual([]);
  });

  it("completes a refund that was given up meanwhile, and another one waits for it", async () => {
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "150.00" });
    await call.cancelRefund({ refundId: refund._id });
    await expect(call.cancelRefund({ refundId: refund._id })).rejects.toThrow("not open any more");
    await send(refund);
    await settle();
    expect(await only(paymentId)).toMatchObject({ status: "completed" });
    await expect(call.refundPayment({ paymentId, amount: "51.00" })).rejects.toThrow("At most $50.00");
  });

  it("is taken back with its block, and counts again when it returns", async () => {
    const { chain } = bench.harness;
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "25.00" });
    await send(refund);
    await settle();
    const raw = await chain.rawTransactions(2);
    await chain.reorg(2);
    await bench.mine(2);
    await bench.watch();
    expect(await only(paymentId)).toMatchObject({ status: "open", transactionHash: null });
    await chain.reorg(1, raw);
    await settle();
    expect(await only(paymentId)).toMatchObject({ status: "completed" });
    expect(await bench.harness.db.$count(refunds, eq(refunds.binding, refund.binding))).toBe(1);
  });

  it("counts in a block that is lower than the newest was when the refund was begun", async () => {
    const { chain } = bench.harness;
    const { paymentId } = await paid();
    await bench.mine(4);
    await bench.watch();
    await send(await call.refundPayment({ paymentId, amount: "25.00" }));
    await bench.mine(1);
    const raw = await chain.rawTransactions(1);
    await chain.reorg(4, raw);
    await settle();
    expect(await only(paymentId)).toMatchObject({ status: "completed" });
  });
});

describe("what goes back beyond what came in", () => {
  it("is not money of the payment in the journal, and somebody is told", async () => {
    const { db } = bench.harness;
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

describe("money given back while a dispute is open", () => {
  it("counts towards what the dispute is approved for, which is settled when all of it was given back", async () => {
    const { db, clock } = bench.harness;
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

  it("settles an approved dispute at once where the whole amount went back before", async () => {
    const { db, clock } = bench.harness;
    const { paymentId, uuid, tenant } = await paid();
    const dispute = await makeDispute(db, { paymentId: uuid, amountCents: 20_000, createdAt: new Date(clock.now().getTime() - 1_000) });
    await send(await call.refundPayment({ paymentId, amount: "200.00" }));
    await settle();
    const approved = { status: "closed", result: "chargedBack", chargebackCents: 20_000, resolvedAt: clock.now() } as const;
    await db.update(disputes).set(approved).where(eq(disputes.id, dispute.id));
    expect(await seenByPayer(tenant, paymentId)).toMatchObject({ status: "refunded", refundOwed: false });
    await expect(call.refundDispute({ disputeId: publicId("dispute", dispute.id) })).rejects.toThrow("All of it has been sent");
  });

  it("does not count where it went back before the dispute was filed", async () => {
    const { db, clock } = bench.harness;
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

// The last of all: time passes, and with it the sessions of everybody else.
describe("a refund's reference", () => {
  it("is watched for ever: its money counts however long ago the refund was begun and given up, and nothing can be given back twice for it", async () => {
    const { harness } = bench;
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "150.00" });
    await bench.pass(25 * 60);
    call = harness.caller(await harness.signIn(actor.userId)).merchant;
    await call.cancelRefund({ refundId: refund._id });
    await bench.pass(40 * 24 * 60);
    await send(refund);
    await settle();
    call = harness.caller(await harness.signIn(actor.userId)).merchant;
    expect(await only(paymentId)).toMatchObject({ status: "completed" });
    await expect(call.refundPayment({ paymentId, amount: "51.00" })).rejects.toThrow("At most $50.00");
  });
});
