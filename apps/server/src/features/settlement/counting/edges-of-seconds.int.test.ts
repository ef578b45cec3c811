import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";
import { openRefundFixture, type RefundFixture } from "../../../testing/refund-fixture.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

/** Sets the server's clock to the middle of a second that no block has reached yet. Returns that second. */
async function midSecond(on: PaymentFixture): Promise<Date> {
  const { clock, deps } = on.harness;
  const latest = Math.max((await deps.chain.head()).time.getTime(), clock.now().getTime());
  const second = new Date(Math.floor(latest / 1_000) * 1_000 + 20_000);
  clock.set(new Date(second.getTime() + 500));
  return second;
}

/** Mines the pending transactions in a block at `second` plus `seconds`, and settles. */
async function mineAt(on: PaymentFixture, second: Date, seconds: number): Promise<void> {
  await on.harness.chain.setNextBlockTime(new Date(second.getTime() + seconds * 1_000));
  await on.mine(1);
  await on.harness.chain.setNextBlockTime(new Date(second.getTime() + seconds * 1_000 + 2_000));
  await on.mine(2);
  await on.watch();
}

const edges = [
  { seconds: -1, block: "the second before" },
  { seconds: 0, block: "the same second" },
  { seconds: 1, block: "the second after" },
];

describe("money without a reference, around the second in which its checkout was created", () => {
  it.each(edges)("in $block counts unless the block is before it", async ({ seconds }) => {
    const tenant = await fixture.tenant();
    const second = await midSecond(fixture);
    const { paymentId, usdcUnits } = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, { usdcUnits });
    await mineAt(fixture, second, seconds);
    expect((await fixture.payment(tenant, paymentId)).status).toBe(seconds < 0 ? "pending" : "completed");
  });
});

describe("money around the end of its checkout", () => {
  it.each(edges)("in $block is late after the second in which the checkout expired", async ({ seconds }) => {
    const tenant = await fixture.tenant();
    const second = await midSecond(fixture);
    const { paymentId, usdcUnits } = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, { usdcUnits });
    await mineAt(fixture, new Date(second.getTime() + 600_000), seconds);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: seconds > 0 ? "late" : "none" });
  });

  it.each(edges)("in $block is late from the second in which the payer cancelled", async ({ seconds }) => {
    const tenant = await fixture.tenant();
    await midSecond(fixture);
    const { paymentId, usdcUnits } = await fixture.checkout(tenant);
    const second = await midSecond(fixture);
    await fixture.harness.caller(tenant.token).payments.cancel({ paymentId });
    await fixture.transfer(tenant.account, { usdcUnits });
    await mineAt(fixture, second, seconds);
    expect(await fixture.payment(tenant, paymentId)).toMatchObject({ status: "completed", oddity: seconds < 0 ? "none" : "late" });
  });
});

describe("a refund sent by hand, around the second in which it was begun", () => {
  let on: RefundFixture;
  beforeAll(async () => {
    on = await openRefundFixture();
  });
  afterEach(() => on.fixture.expectSound());
  afterAll(() => on.fixture.harness.close());

  it.each(edges)("in $block counts unless the block is before it", async ({ seconds }) => {
    const { paymentId } = await on.paid();
    const second = await midSecond(on.fixture);
    const { to, usdcUnits } = await on.call.refundPayment({ paymentId, amount: `${40 + seconds}.00` });
    await on.fixture.transfer(on.treasury.account, { to, usdcUnits: BigInt(usdcUnits) });
    await mineAt(on.fixture, second, seconds);
    expect((await on.newest(paymentId))?.status).toBe(seconds < 0 ? "open" : "completed");
  });
});
