import { makeMerchant, makePayee, makeUser } from "@hearth/db/testing/factories";
import { makeCompletedRefund, makePayment } from "@hearth/db/testing/payment-factories";
import { makeDispute, makeDisputeComment } from "@hearth/db/testing/record-factories";
import { makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";

const now = new Date("2026-11-20T15:00:00Z");
const at = (text: string) => new Date(text);
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(now) });
});
afterAll(() => harness.close());

async function openMerchant() {
  const { merchant, owner } = await makeMerchant(harness.db, { timeZone: "America/New_York" });
  return { merchant, owner, call: harness.caller(await harness.signIn(owner.id)).merchant };
}

async function makeTenant(merchantId: string, firstName: string) {
  return makeUser(harness.db, { enrolledMerchantId: merchantId, enrolledAt: at("2026-01-01T12:00:00Z"), firstName, lastName: "Diaz" });
}

const paid = (consumerId: string, merchantId: string, amountCents: number, createdAt: Date) =>
  makePayment(harness.db, { consumerId, merchantId, status: "completed", amountCents, createdAt });

describe("a merchant's attention list", () => {
  it("contains the refunds owed, the longest owed first, with the amounts left, and the open disputes without a response", async () => {
    const { merchant, owner, call } = await openMerchant();
    const tenant = await makeTenant(merchant.id, "Priya");
    const payment = () => paid(tenant.id, merchant.id, 50_000, at("2026-09-01T12:00:00Z"));
    const approved = (paymentId: string, resolvedAt: string) =>
      makeDispute(harness.db, {
        paymentId,
        amountCents: 14_000,
        status: "closed",
        result: "chargedBack",
        chargebackCents: 12_000,
        resultReason: "Yes",
        createdAt: at("2026-09-02T12:00:00Z"),
        resolvedAt: at(resolvedAt),
      });
    const [part, none, whole] = [await payment(), await payment(), await payment()];
    const later = await approved(part.id, "2026-09-24T12:00:00Z");
    const first = await approved(none.id, "2026-09-20T12:00:00Z");
    await approved(whole.id, "2026-09-19T12:00:00Z");
    await makeCompletedRefund(harness.db, part, 2_000);
    await makeCompletedRefund(harness.db, whole, 12_000);

    const answered = await makeDispute(harness.db, { paymentId: whole.id, createdAt: at("2026-11-10T12:00:00Z"), reason: "Water" });
    await makeDisputeComment(harness.db, { disputeId: answered.id, authorId: owner.id });
    const silent = await makeDispute(harness.db, { paymentId: none.id, createdAt: at("2026-11-12T12:00:00Z"), reason: "Keys" });
    await makeDisputeComment(harness.db, { disputeId: silent.id, authorId: tenant.id });

    const { refunds, disputes, unmatched } = await call.attention();
    const idOf = ({ id }: { id: string }) => publicId("dispute", id);
    expect(refunds.count).toBe(2);
    expect(refunds.items).toMatchObject([
      { _id: idOf(first), payer: "Priya Diaz", amount: 120, since: "2026-09-20T12:00:00.000Z" },
      { _id: idOf(later), amount: 100 },
    ]);
    expect(disputes).toMatchObject({ count: 1, items: [{ _id: idOf(silent), reason: "Keys", since: "2026-11-12T12:00:00.000Z" }] });
    expect(unmatched).toEqual({ count: 0, usdc: "0.00" });
  });

  it("contains nothing of another merchant", async () => {
    const { merchant } = await openMerchant();
    const payment = await paid((await makeTenant(merchant.id, "Other")).id, merchant.id, 50_000, at("2026-11-01T12:00:00Z"));
    await makeDispute(harness.db, { paymentId: payment.id });
    const { call } = await openMerchant();
    expect(await call.attention()).toEqual({
      refunds: { count: 0, items: [] },
      disputes: { count: 0, items: [] },
      unmatched: { count: 0, usdc: "0.00" },
    });
    expect(await call.unpaidTenants({})).toMatchObject({ enrolled: 0, paid: 0, isAll: true, items: [] });
  });
});

describe("the list of unpaid tenants", () => {
  it("contains tenants without a completed payment created this month in the merchant's time zone, with their last payment", async () => {
    const { merchant, call } = await openMerchant();
    const { merchant: elsewhere } = await makeMerchant(harness.db);
    const early = await makeTenant(merchant.id, "Early");
    const inTime = await makeTenant(merchant.id, "InTime");
    const pending = await makeTenant(merchant.id, "Pending");
    const other = await makeTenant(merchant.id, "Elsewhere");
    await makeTenant(elsewhere.id, "Stranger");
    await paid(early.id, merchant.id, 139_500, at("2026-11-01T03:59:59Z"));
    await paid(early.id, merchant.id, 130_000, at("2026-10-01T12:00:00Z"));
    await paid(inTime.id, merchant.id, 139_500, at("2026-11-01T04:00:00Z"));
    await makePayment(harness.db, { consumerId: pending.id, merchantId: merchant.id, createdAt: at("2026-11-19T12:00:00Z") });
    await paid(other.id, elsewhere.id, 139_500, at("2026-11-05T12:00:00Z"));

    const { items, ...counts } = await call.unpaidTenants({});
    expect(counts).toEqual({ month: "2026-11", enrolled: 4, paid: 1, isAll: true });
    expect(items.map(({ firstName, last }) => [firstName, last])).toEqual([
      ["Early", { amount: 1395, at: "2026-11-01T03:59:59.000Z" }],
      ["Pending", null],
      ["Elsewhere", null],
    ]);
  });
});

describe("the first steps of a landlord", () => {
  const nothing = { emailConfirmed: false, walletProven: false, hasProperty: false, leaseId: null, hasInvited: false, hasRent: false };

  it("are ticked one after the other by what was done, and never by another landlord", async () => {
    const owner = await makeUser(harness.db, { role: "merchant", emailConfirmedAt: null });
    const { merchant } = await makeMerchant(harness.db, { ownerUserId: owner.id, payeeAddress: null });
    const { merchant: other, owner: otherOwner } = await openMerchant();
    const call = harness.caller(await harness.signIn(owner.id)).merchant;
    await makeLease(harness.db, { merchantId: other.id, createdBy: otherOwner.id });
    await paid((await makeTenant(other.id, "Priya")).id, other.id, 50_000, now);
    expect(await call.firstSteps()).toEqual(nothing);

    const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: owner.id });
    const leaseId = publicId("lease", lease.id);
    expect(await call.firstSteps()).toEqual({ ...nothing, hasProperty: true, leaseId });
    const tenant = await makeTenant(merchant.id, "Maya");
    await makeLeaseTenant(harness.db, { leaseId: lease.id, name: "Maya Torres", userId: tenant.id });
    expect(await call.firstSteps()).toMatchObject({ hasInvited: true, hasRent: false });
    await makePayee(harness.db, { merchantId: merchant.id });
    await paid(tenant.id, merchant.id, 50_000, now);
    expect(await call.firstSteps()).toEqual({
      emailConfirmed: false,
      walletProven: true,
      hasProperty: true,
      leaseId,
      hasInvited: true,
      hasRent: true,
    });
  });
});
