import { makeCharge, makeLease } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";
import { allocateWaiting } from "../../rent/charges/allocate-leases.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

const paymentsOf = ({ token }: Tenant) => fixture.harness.caller(token).payments;

/** A tenant whose lease owes $1,450.00 of rent and a late fee of $60.00, which is due earlier. */
async function rented() {
  const { harness, merchantId } = fixture;
  const tenant = await fixture.tenant();
  const lease = await makeLease(harness.db, { merchantId, createdBy: tenant.user.id, tenantId: tenant.user.id, nextPeriod: "2190-01-01" });
  const rent = { kind: "rent", description: "Rent for December 2026", period: "2026-12-01", cents: 145_000, dueOn: "2026-12-01" } as const;
  await makeCharge(harness.db, { leaseId: lease.id, ...rent });
  const fee = await makeCharge(harness.db, { leaseId: lease.id, kind: "fee", description: "Key", cents: 6_000, dueOn: "2026-11-21" });
  return { tenant, leaseId: publicId("lease", lease.id), feeId: publicId("charge", fee.id) };
}

async function open(tenant: Tenant, checkout: Parameters<ReturnType<typeof paymentsOf>["createCheckout"]>[0]) {
  const { paymentId, checkoutURL } = await paymentsOf(tenant).createCheckout(checkout);
  const view = await fixture.harness.caller().payments.checkout({ reference: checkoutURL.split("/").at(-1) ?? "" });
  return { paymentId, view };
}

it("names a payment after the bills that it pays whole, and lists them at its checkout and on its receipt", async () => {
  const { tenant, leaseId } = await rented();
  const { paymentId, view } = await open(tenant, { amount: "1510.00", leaseId });
  const lines = [
    { description: "Rent for December 2026", amount: 1450 },
    { description: "Key", amount: 60 },
  ];
  expect(view.bill).toEqual({ lines, credit: 0, returned: 0 });
  expect(view.description).toBe(`Rent for December 2026 and Key, ${view.place}`);
  await fixture.transfer(tenant.account, { usdcUnits: BigInt(view.usdcUnits), binding: view.binding });
  await fixture.mine(2);
  await fixture.watch();
  await allocateWaiting(fixture.harness.deps);
  expect(await paymentsOf(tenant).get({ paymentId })).toMatchObject({ status: "completed", bill: { lines, credit: 0, returned: 0 } });
});

it("names the chosen charge, which would otherwise be paid last", async () => {
  const { tenant, leaseId, feeId } = await rented();
  const { view } = await open(tenant, { amount: "60.00", leaseId, chargeIds: [feeId] });
  expect(view.description).toBe(`Key, ${view.place}`);
  expect(view.bill?.lines).toEqual([{ description: "Key", amount: 60 }]);
});

it("keeps the specified description for an amount of the payer's own, and what the payer wrote", async () => {
  const { tenant, leaseId } = await rented();
  const { view } = await open(tenant, { amount: "60.00", leaseId });
  expect(view.description).toBe(`Payment to ${view.merchant}`);
  expect(view.bill?.lines).toEqual([{ description: "Rent for December 2026", amount: 60 }]);
  const more = await open(tenant, { amount: "1510.00", leaseId, description: "December, all of it" });
  expect(more.view.description).toBe("December, all of it");
  const beyond = await open(tenant, { amount: "1600.00", leaseId });
  expect(beyond.view).toMatchObject({ description: `Payment to ${view.merchant}`, bill: { credit: 90 } });
});

it("lists no bills for a payment without a lease", async () => {
  const { view, paymentId } = await open(await fixture.tenant(), { amount: "70.00" });
  expect(view).toMatchObject({ bill: null, description: `Payment to ${view.merchant}` });
  expect(paymentId).not.toBe("");
});
