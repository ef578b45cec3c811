import { merchants } from "@hearth/db/schema/merchants";
import { makeUser } from "@hearth/db/testing/factories";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture } from "../../../testing/payment-fixture.ts";
import { payFromElsewhere, settleOn } from "../../../testing/odd-money.ts";
import { expirePayments } from "../../payments/checkout/end-payment.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
  // The server's clock is ahead of the chain's, so every block mined from here has a time before the checkouts created from here.
  fixture.harness.clock.advance({ minutes: 40 });
});
afterAll(() => fixture.harness.close());

describe("a block whose time is before the checkout's", () => {
  it("pays by reference, because the reference is created with the checkout", async () => {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant);
    await fixture.transfer(tenant.account, checkout);
    await settleOn(fixture);
    expect(await fixture.payment(tenant, checkout.paymentId)).toMatchObject({ status: "completed", oddity: "none" });
  });

  it("does not pay when only a proven wallet binds the transfer", async () => {
    const tenant = await fixture.tenant();
    const checkout = await fixture.checkout(tenant, "91.00");
    await fixture.transfer(tenant.account, { usdcUnits: checkout.usdcUnits });
    await settleOn(fixture);
    expect(await fixture.payment(tenant, checkout.paymentId)).toMatchObject({ status: "pending", transfer: null });
  });

  it("pays when an administrator attaches the transfer with a reason, and not when a merchant does", async () => {
    const { harness } = fixture;
    const { tenant, transferId, paymentId } = await payFromElsewhere(fixture, "92.00");
    const reason = "Sent for this rent, the payer says";
    const [row] = await harness.db.select({ id: merchants.ownerUserId }).from(merchants).where(eq(merchants.id, fixture.merchantId));
    const merchant = harness.caller(await harness.signIn(row?.id ?? "")).merchant;
    await expect(merchant.attachTransfer({ transferId, paymentId, reason })).rejects.toThrow("older than the payment");
    const admin = await makeUser(harness.db, { role: "admin" });
    await harness.caller(await harness.signIn(admin.id, "admin")).admin.attachTransfer({ transferId, paymentId, reason });
    await settleOn(fixture);
    expect((await fixture.payment(tenant, paymentId)).status).toBe("completed");
  });
});

it("money that moved before its checkout ended is not late, however late it was seen", async () => {
  const tenant = await fixture.tenant();
  const checkout = await fixture.checkout(tenant, "93.00");
  await fixture.transfer(tenant.account, checkout);
  await fixture.mine(2);
  fixture.harness.clock.advance({ minutes: 11 });
  await expirePayments(fixture.harness.deps);
  expect((await fixture.payment(tenant, checkout.paymentId)).status).toBe("pending");
  await fixture.watch();
  expect(await fixture.payment(tenant, checkout.paymentId)).toMatchObject({ status: "completed", oddity: "none" });
});
