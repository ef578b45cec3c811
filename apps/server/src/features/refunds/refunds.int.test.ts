import { encodeTransfer } from "@hearth/chain/usdc";
import { networks } from "@hearth/chain/networks";
import { merchants } from "@hearth/db/schema/merchants";
import { refunds } from "@hearth/db/schema/refunds";
import { makeMerchant, makeWallet } from "@hearth/db/testing/factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../testing/harness.ts";
import { openPaymentBench, type PaymentBench, type Tenant } from "../../testing/payment-bench.ts";
import type { RefundView } from "./refunds.view.ts";
import { verifyRefunds } from "./verify-refunds.ts";

let bench: PaymentBench;
let call: ReturnType<PaymentBench["harness"]["caller"]>["merchant"];
/** Whoever sends for the merchant. */
let treasury: Tenant;
beforeAll(async () => {
  bench = await openPaymentBench(await startHarness({ chain: true }));
  const [row] = await bench.harness.db.select({ id: merchants.ownerUserId }).from(merchants).where(eq(merchants.id, bench.merchantId));
  call = bench.harness.caller(await bench.harness.signIn(row?.id ?? "")).merchant;
  treasury = await bench.tenant();
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
    amountCents: 10_000,
    status: "closed",
    result,
    resultReason: "Both agree",
    chargebackCents,
    resolvedAt: bench.harness.clock.now(),
  });
  return { ...payment, disputeId: publicId("dispute", dispute.id) };
}

const send = (refund: RefundView, change: Partial<{ to: `0x${string}`; usdcUnits: bigint; binding: `0x${string}` }> = {}) => {
  const { to, binding } = refund;
  const data = encodeTransfer({ to, binding, usdcUnits: BigInt(refund.usdcUnits), ...change });
  return bench.send(treasury.account, networks.local.usdc.address, data);
};

async function settle(blocks = 2) {
  await bench.mine(blocks);
  await verifyRefunds(bench.harness.deps);
}

const only = async (paymentId: string) => (await call.refunds({ paymentId })).items.at(-1);

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

  it("is begun once, however often it is asked for and with whatever key", async () => {
    const { disputeId, paymentId } = await decided(5_000);
    const answers = await Promise.all([1, 2, 3, 4].map(() => call.refundDispute({ disputeId })));
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1);
    await send(answers[0] ?? (await call.refundDispute({ disputeId })));
    await settle();
    expect(await call.refundDispute({ disputeId, idempotencyKey: "again-and-again" })).toMatchObject({ status: "completed" });
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

  it("has one winner when two different ones are begun at once", async () => {
    const { paymentId } = await paid();
    const results = await Promise.allSettled(["120.00", "130.00"].map((amount) => call.refundPayment({ paymentId, amount })));
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
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
  it("does not count to a wrong address, with too little, or without what it must carry", async () => {
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "100.00" });
    await send(refund, { to: treasury.account.address });
    await send(refund, { usdcUnits: 99_990_000n });
    await send(refund, { binding: `0x${"ab".repeat(32)}` });
    await settle(3);
    expect(await only(paymentId)).toMatchObject({ status: "open", transactionHash: null });
    await send(refund);
    await settle();
    expect(await only(paymentId)).toMatchObject({ status: "completed" });
  });

  it("sent twice counts once", async () => {
    const { paymentId } = await paid();
    const refund = await call.refundPayment({ paymentId, amount: "10.00" });
    const first = await send(refund);
    await send(refund);
    await settle();
    await Promise.all([1, 2, 3].map(() => verifyRefunds(bench.harness.deps)));
    expect(await only(paymentId)).toMatchObject({ status: "completed", transactionHash: first });
    expect((await call.refunds({ paymentId })).refundable).toBe(190);
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
    await verifyRefunds(bench.harness.deps);
    expect(await only(paymentId)).toMatchObject({ status: "open", transactionHash: null });
    await chain.reorg(1, raw);
    await settle();
    expect(await only(paymentId)).toMatchObject({ status: "completed" });
    expect(await bench.harness.db.$count(refunds, eq(refunds.binding, refund.binding))).toBe(1);
  });
});
