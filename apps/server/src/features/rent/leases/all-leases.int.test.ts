import { auditLog } from "@hearth/db/schema/audit-log";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeCharge, makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";

let harness: Harness;
let admin: ReturnType<Harness["caller"]>["rent"];
let adminId: string;
const made: { lease: string; merchant: string }[] = [];
beforeAll(async () => {
  harness = await startHarness();
  adminId = (await makeUser(harness.db, { role: "admin" })).id;
  admin = harness.caller(await harness.signIn(adminId, "admin")).rent;
  for (const [name, tenant] of [
    ["Cedar Homes", "Ada Lang"],
    ["Pine Lofts", "Bo Reyes"],
    ["Pine Lofts Two", "Cy Adeyemi"],
  ] as const) {
    const { merchant } = await makeMerchant(harness.db, { name });
    const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: merchant.ownerUserId });
    await makeLeaseTenant(harness.db, { leaseId: lease.id, name: tenant });
    await makeCharge(harness.db, { leaseId: lease.id });
    made.push({ lease: publicId("lease", lease.id), merchant: publicId("merchant", merchant.id) });
  }
});
afterAll(() => harness.close());

const idsOf = async (input: Parameters<typeof admin.leasesForAdmin>[0]) => (await admin.leasesForAdmin(input)).items.map(({ _id }) => _id);

describe("all leases, to an administrator", () => {
  it("are listed newest first, page by page, each once, with the amount owed", async () => {
    const [first, second, third] = made.map(({ lease }) => lease);
    expect(await idsOf({})).toEqual([third, second, first]);
    const page = await admin.leasesForAdmin({ limit: 2 });
    expect(page.items[0]).toMatchObject({ merchant: { name: "Pine Lofts Two" }, tenants: ["Cy Adeyemi"], owed: 60, autopay: false });
    expect(await idsOf({ limit: 2, cursor: page.nextCursor ?? "" })).toEqual([first]);
  });

  it("are found by tenant, landlord, unit and id, and filtered by landlord", async () => {
    const [first, second, third] = made;
    expect(await idsOf({ search: "bo reyes" })).toEqual([second?.lease]);
    expect(await idsOf({ search: "PINE" })).toEqual([third?.lease, second?.lease]);
    expect(await idsOf({ search: first?.lease })).toEqual([first?.lease]);
    const { items } = await admin.leasesForAdmin({ merchantId: first?.merchant });
    expect(items.map(({ _id }) => _id)).toEqual([first?.lease]);
    expect(await idsOf({ search: `${items[0]?.property} ${items[0]?.unit}` })).toEqual([first?.lease]);
    expect(await idsOf({ search: items[0]?.property })).toContain(first?.lease);
    expect(await idsOf({ search: items[0]?.unit })).toContain(first?.lease);
    expect(await idsOf({ search: `100% ${items[0]?.unit}` })).toEqual([]);
    expect(await idsOf({ search: "nobody" })).toEqual([]);
    expect(await idsOf({ search: "pine", merchantId: first?.merchant })).toEqual([]);
    expect(await idsOf({ search: first?.lease, merchantId: second?.merchant })).toEqual([]);
    expect(await admin.leasesForAdmin({ search: "pine" })).toMatchObject({ isCut: false });
    expect(await idsOf({ merchantId: "mer_nothing" })).toEqual([]);
  });
});

describe("an administrator", () => {
  it("can do on any merchant's lease what its landlord can, and is named in the audit log", async () => {
    const leaseId = made[1]?.lease ?? "";
    const note = { note: "By check" };
    const { _id: chargeId } = await admin.addChargeForAdmin({
      leaseId,
      kind: "utility",
      description: "Water",
      amount: "31.20",
      dueOn: "2026-11-30",
    });
    await admin.voidChargeForAdmin({ chargeId, reason: "Someone else's" });
    const { _id: creditId } = await admin.addCreditForAdmin({ leaseId, kind: "outside", amount: "20.00", on: "2026-11-02", ...note });
    await admin.reverseCreditForAdmin({ creditId, reason: "It bounced" });
    const seenAt = async () => (await admin.leaseForAdmin({ leaseId })).updatedAt;
    await admin.changeLeaseForAdmin({ leaseId, effectiveFrom: "2191-01-01", rent: "1500.00", seenAt: await seenAt() });
    await admin.endLeaseForAdmin({ leaseId, endsOn: "2190-06-30", seenAt: await seenAt() });
    await admin.setPartPaymentsForAdmin({ leaseId, partPayments: false });
    expect(await admin.leaseForAdmin({ leaseId })).toMatchObject({ endsOn: "2190-06-30", partPayments: false });
    const { items } = await admin.ledgerForAdmin({ leaseId });
    expect([...new Set(items.map(({ kind }) => kind))].toSorted()).toEqual(["charge", "outside", "reversal", "void"]);
    const auditEntries = await harness.db.select().from(auditLog).where(eq(auditLog.actorId, adminId));
    expect(auditEntries.map(({ action }) => action).toSorted()).toEqual([
      "rent.chargeVoided",
      "rent.charged",
      "rent.creditReversed",
      "rent.credited",
      "rent.leaseChanged",
      "rent.leaseEnded",
      "rent.partPaymentsSet",
    ]);
  });

  it("keeps and gives back a deposit for its landlord, no more than is held and owed, and stands in the audit log for it", async () => {
    const { id } = await makeUser(harness.db, { role: "admin" });
    const { rent, refunds } = harness.caller(await harness.signIn(id, "admin"));
    const { merchant } = await makeMerchant(harness.db);
    const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: merchant.ownerUserId });
    const leaseId = publicId("lease", lease.id);
    const deposit = { leaseId, kind: "deposit" as const, description: "Deposit", amount: "50.00", dueOn: "2026-11-01" };
    const { _id: chargeId } = await rent.addChargeForAdmin(deposit);
    await rent.addCreditForAdmin({ leaseId, kind: "outside", amount: "50.00", on: "2026-11-02", note: "By check" });
    await rent.addChargeForAdmin({ leaseId, kind: "repair", description: "The door", amount: "15.00", dueOn: "2026-11-20" });
    await expect(rent.keepDepositForAdmin({ chargeId, amount: "15.01", reason: "The door" })).rejects.toThrow("Only $15.00 is owed");
    await rent.keepDepositForAdmin({ chargeId, amount: "15.00", reason: "The door" });
    const [held] = await rent.leaseMoneyForAdmin({ leaseId });
    expect(held).toMatchObject({ chargeId, paymentId: null, amount: 35 });
    const given = { leaseId, creditId: held?.creditId ?? "", chargeId, amount: "35.00" };
    const elsewhere = refunds.giveBackForAdmin({ ...given, leaseId: made[0]?.lease ?? "" });
    await expect(elsewhere).rejects.toThrow("There is no such money on this lease");
    expect(await refunds.giveBackForAdmin(given)).toEqual({ refund: null });
    expect(await rent.leaseMoneyForAdmin({ leaseId })).toEqual([]);
    const auditEntries = await harness.db.select().from(auditLog).where(eq(auditLog.actorId, id)).orderBy(asc(auditLog.id));
    expect(auditEntries.map(({ action }) => action)).toEqual([
      "rent.charged",
      "rent.credited",
      "rent.charged",
      "rent.depositKept",
      "rent.moneyGivenBack",
    ]);
  });

  it("changes nothing by a landlord's calls, nor a landlord by an administrator's", async () => {
    const leaseId = made[0]?.lease ?? "";
    const charge = { leaseId, kind: "utility" as const, description: "Water", amount: "31.20", dueOn: "2026-11-30" };
    await expect(admin.addCharge(charge)).rejects.toThrow("Please sign in");
    const { owner } = await makeMerchant(harness.db);
    const landlord = harness.caller(await harness.signIn(owner.id)).rent;
    await expect(landlord.addChargeForAdmin(charge)).rejects.toThrow("Please sign in");
    await expect(landlord.addCharge(charge)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
