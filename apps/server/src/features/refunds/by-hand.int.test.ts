import { payees } from "@hearth/db/schema/payees";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openRefundFixture, type RefundFixture } from "../../testing/refund-fixture.ts";

let world: RefundFixture;
beforeAll(async () => {
  world = await openRefundFixture();
});
afterEach(() => world.fixture.expectSound());
afterAll(() => world.fixture.harness.close());

/** Sends exactly the requested amount from an app without support for references. */
function sendByHand({ to, usdcUnits }: { to: `0x${string}`; usdcUnits: string }): Promise<string> {
  const { fixture, treasury } = world;
  return fixture.transfer(treasury.account, { to, usdcUnits: BigInt(usdcUnits) });
}

it("counts a refund sent by hand, by wallet and exact amount, as announced", async () => {
  const { call, paid, settle, treasury } = world;
  const { paymentId } = await paid();
  const refund = await call.refundPayment({ paymentId, amount: 60 });
  const from = [expect.any(String), treasury.account.address];
  expect((await call.refunds({ paymentId })).byHand).toEqual({ from, refusal: null });
  const transactionHash = await sendByHand(refund);
  await settle();
  const read = await call.refunds({ paymentId });
  expect([read.items, read.refundable, read.byHand]).toMatchObject([[{ status: "completed", transactionHash }], 140, null]);
});

it("counts a return of unmatched money sent by hand", async () => {
  const { call, strayMoney, settle } = world;
  const { transferId } = await strayMoney(7_000_001n);
  const begun = await call.sendBackTransfer({ transferId });
  expect(await call.sendBack({ transferId })).toMatchObject({ status: "begun", byHand: { refusal: null } });
  await sendByHand(begun);
  await settle();
  expect(await call.sendBack({ transferId })).toMatchObject({ status: "sentBack", byHand: null });
});

it("warns that two equal refunds cannot be told apart, and counts neither", async () => {
  const { call, fixture, paid, settle } = world;
  const tenant = await fixture.tenant();
  const [first, second] = [await paid(tenant), await paid(tenant)];
  const refund = await call.refundPayment({ paymentId: first.paymentId, amount: 30 });
  const twin = await call.refundPayment({ paymentId: second.paymentId, amount: 30 });
  for (const { paymentId } of [first, second]) expect((await call.refunds({ paymentId })).byHand).toMatchObject({ refusal: "alike" });
  await sendByHand(refund);
  await settle();
  for (const { paymentId } of [first, second]) expect((await call.refunds({ paymentId })).items).toMatchObject([{ status: "open" }]);
  await call.cancelRefund({ refundId: twin._id });
  expect((await call.refunds({ paymentId: first.paymentId })).byHand).toMatchObject({ refusal: null });
});

it("warns that money from an unproven wallet does not count, and does not count it", async () => {
  const { call, fixture, merchantId, paid, settle } = { ...world, merchantId: world.fixture.merchantId };
  const { db } = fixture.harness;
  const { paymentId } = await paid();
  const refund = await call.refundPayment({ paymentId, amount: 20 });
  const proofs = await db.select().from(payees).where(eq(payees.merchantId, merchantId));
  await db.update(payees).set({ provenAt: null, provenFromBlock: null }).where(eq(payees.merchantId, merchantId));
  expect((await call.refunds({ paymentId })).byHand).toEqual({ from: [], refusal: "unproven" });
  await sendByHand(refund);
  await settle();
  expect((await call.refunds({ paymentId })).items).toMatchObject([{ status: "open" }]);
  for (const { id, provenAt, provenFromBlock } of proofs)
    await db.update(payees).set({ provenAt, provenFromBlock }).where(eq(payees.id, id));
});
