import { merchants } from "@hearth/db/schema/merchants";
import { makeUser } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../testing/harness.ts";
import { openPaymentBench, type PaymentBench } from "../../testing/payment-bench.ts";
import { payFromElsewhere, settleOn } from "../../testing/odd-money.ts";
import { expirePayments } from "../payments/checkout/end-payment.ts";

let bench: PaymentBench;
beforeAll(async () => {
  bench = await openPaymentBench(await startHarness({ chain: true }));
  // The server's clock is ahead of the chain's: whatever is mined from here on says that it is older than what is begun.
  bench.harness.clock.advance({ minutes: 40 });
});
afterAll(() => bench.harness.close());

describe("a block whose time is before the checkout's", () => {
  it("pays what is bound by its reference, which was born with the checkout", async () => {
    const tenant = await bench.tenant();
    const checkout = await bench.checkout(tenant);
    await bench.transfer(tenant.account, checkout);
    await settleOn(bench);
    expect(await bench.payment(tenant, checkout.paymentId)).toMatchObject({ status: "completed", oddity: "none" });
  });

  it("does not pay what only a proven wallet binds", async () => {
    const tenant = await bench.tenant();
    const checkout = await bench.checkout(tenant, "91.00");
    await bench.transfer(tenant.account, { usdcUnits: checkout.usdcUnits });
    await settleOn(bench);
    expect(await bench.payment(tenant, checkout.paymentId)).toMatchObject({ status: "pending", transfer: null });
  });

  it("pays what an administrator attaches with a reason, and not what a merchant does", async () => {
    const { harness } = bench;
    const { tenant, transferId, paymentId } = await payFromElsewhere(bench, "92.00");
    const reason = "Sent for this rent, the payer says";
    const [row] = await harness.db.select({ id: merchants.ownerUserId }).from(merchants).where(eq(merchants.id, bench.merchantId));
    const merchant = harness.caller(await harness.signIn(row?.id ?? "")).merchant;
    await expect(merchant.attachTransfer({ transferId, paymentId, reason })).rejects.toThrow("older than the payment");
    const admin = await makeUser(harness.db, { role: "admin" });
    await harness.caller(await harness.signIn(admin.id, "admin")).admin.attachTransfer({ transferId, paymentId, reason });
    await settleOn(bench);
    expect((await bench.payment(tenant, paymentId)).status).toBe("completed");
  });
});

it("money that moved before its checkout's end is not late, however late it was seen", async () => {
  const tenant = await bench.tenant();
  const checkout = await bench.checkout(tenant, "93.00");
  await bench.transfer(tenant.account, checkout);
  await bench.mine(2);
  bench.harness.clock.advance({ minutes: 11 });
  await expirePayments(bench.harness.deps);
  expect((await bench.payment(tenant, checkout.paymentId)).status).toBe("pending");
  await bench.watch();
  expect(await bench.payment(tenant, checkout.paymentId)).toMatchObject({ status: "completed", oddity: "none" });
});
