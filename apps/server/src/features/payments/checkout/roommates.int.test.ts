import { makeCharge, makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { startHarness } from "../../../testing/harness.ts";
import { openPaymentFixture, type PaymentFixture, type Tenant } from "../../../testing/payment-fixture.ts";

let fixture: PaymentFixture;
beforeAll(async () => {
  fixture = await openPaymentFixture(await startHarness({ chain: true }));
});
afterEach(() => fixture.expectSound());
afterAll(() => fixture.harness.close());

const callsOf = ({ token }: Tenant) => fixture.harness.caller(token);

/** Opens a checkout and returns the secret of its address. */
async function open(tenant: Tenant, checkout: { amount: string; leaseId: string; chargeIds?: string[] }) {
  const { paymentId, checkoutURL } = await callsOf(tenant).payments.createCheckout(checkout);
  return { paymentId, reference: checkoutURL.split("/").at(-1) ?? "" };
}

const seenAt = async (reference: string) =>
  (await fixture.harness.caller().payments.checkout({ reference })).roommates.map(({ amount }) => amount);
const seenOn = async (tenant: Tenant) =>
  (await callsOf(tenant).rent.mine()).map(({ roommates }) => roommates.map(({ name, amount }) => [name, amount]));

/** A lease of two tenants with two charges. */
async function sharedLease() {
  const { harness, merchantId } = fixture;
  const [maya, ben] = [await fixture.tenant(), await fixture.tenant()];
  const lease = await makeLease(harness.db, { merchantId, createdBy: maya.user.id, nextPeriod: "2190-01-01" });
  for (const [name, { user }] of [
    ["Maya Torres", maya],
    ["Ben Lind", ben],
  ] as const)
    await makeLeaseTenant(harness.db, { leaseId: lease.id, userId: user.id, name });
  const [repair, water] = [await makeCharge(harness.db, { leaseId: lease.id }), await makeCharge(harness.db, { leaseId: lease.id })];
  return { maya, ben, leaseId: publicId("lease", lease.id), repair: publicId("charge", repair.id), water: publicId("charge", water.id) };
}

it("shows room-mates each other's open checkouts of the same bill, until one is cancelled", async () => {
  const { maya, ben, leaseId, repair } = await sharedLease();
  const first = await open(maya, { amount: "60.00", leaseId, chargeIds: [repair] });
  expect(await seenAt(first.reference)).toEqual([]);
  expect([await seenOn(maya), await seenOn(ben)]).toEqual([[[]], [[["Maya Torres", 60]]]]);
  const second = await open(ben, { amount: "50.00", leaseId });
  expect([await seenAt(first.reference), await seenAt(second.reference)]).toEqual([[50], [60]]);
  expect([await seenOn(maya), await seenOn(ben)]).toEqual([[[["Ben Lind", 50]]], [[["Maya Torres", 60]]]]);
  await callsOf(ben).payments.cancel({ paymentId: second.paymentId });
  expect(await seenAt(first.reference)).toEqual([]);
  expect(await seenOn(maya)).toEqual([[]]);
});

it("shows nothing at a checkout of another bill, and never a name", async () => {
  const { maya, ben, leaseId, repair, water } = await sharedLease();
  const first = await open(maya, { amount: "60.00", leaseId, chargeIds: [repair] });
  const second = await open(ben, { amount: "60.00", leaseId, chargeIds: [water] });
  expect([await seenAt(first.reference), await seenAt(second.reference)]).toEqual([[], []]);
  const stranger = await sharedLease();
  expect(await seenOn(stranger.maya)).toEqual([[]]);
  const view = await fixture.harness.caller().payments.checkout({ reference: first.reference });
  expect(JSON.stringify(view)).not.toContain("Ben");
});
