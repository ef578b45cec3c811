import { auditLog } from "@hearth/db/schema/audit-log";
import { charges } from "@hearth/db/schema/charges";
import { leases } from "@hearth/db/schema/leases";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeChainCursor } from "@hearth/db/testing/record-factories";
import { parsePublicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { stateRules } from "../../operations/check-state.ts";
import { checkWholeState } from "../../settlement/checking/check-state.ts";
import { chargeLateFees } from "../charges/charge-late-fees.ts";
import { makeCharges } from "../charges/make-charges.ts";

let harness: Harness;
let merchantId: string;
let ownerId: string;
let landlord: ReturnType<Harness["caller"]>["rent"];
let other: ReturnType<Harness["caller"]>["rent"];
let number = 0;
const start = new Date("2026-11-22T12:00:00Z");

beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(start) });
  const { merchant, owner } = await makeMerchant(harness.db);
  merchantId = merchant.id;
  ownerId = owner.id;
  await at(start);
  other = harness.caller(await harness.signIn((await makeMerchant(harness.db)).owner.id)).rent;
});
afterEach(async () => {
  await at(start);
  expect(await checkWholeState(harness.db, stateRules)).toEqual([]);
});
afterAll(() => harness.close());

/** Sets the clock and signs the landlord in, since sessions of another time may be over or not valid yet. */
async function at(moment: Date): Promise<void> {
  harness.clock.set(moment);
  landlord = harness.caller(await harness.signIn(ownerId)).rent;
}

/** A unit of a new property. */
async function unit(address = ""): Promise<string> {
  number += 1;
  const { _id } = await landlord.addProperty({ name: `House ${String(number).padStart(3, "0")}`, address, units: ["1"] });
  const { items } = await landlord.properties({ limit: 500 });
  return items.find((property) => property._id === _id)?.units[0]?._id ?? "";
}

/** The property of a unit, as its landlord sees it. */
async function propertyOf(unitId: string) {
  const { items } = await landlord.properties({ limit: 500 });
  return items.find(({ units }) => units.some(({ _id }) => _id === unitId));
}

type LeaseGiven = Parameters<typeof landlord.createLease>[0];
async function lease(more: Partial<LeaseGiven> = {}) {
  const unitId = more.unitId ?? (await unit());
  const usual = {
    startsOn: "2026-12-01",
    rent: "1450.00",
    timeZone: "America/Chicago",
    tenants: [{ name: "Ada Quill", email: "ada@quill.example" }],
  };
  const { _id } = await landlord.createLease({ unitId, ...usual, ...more });
  return _id;
}

const ledgerOf = async (leaseId: string) =>
  (await landlord.ledger({ leaseId })).items.map(({ on, description, amount, balance }) => [on, description, amount, balance]);
const seenOf = (leaseId: string) => landlord.lease({ leaseId });
const openOf = async (leaseId: string) => (await landlord.lease({ leaseId })).charges;
const row = async (leaseId: string) => (await landlord.tenants({ limit: 500, state: "all" })).items.find(({ _id }) => _id === leaseId);

describe("a landlord", () => {
  it("lets a unit; what is due by now is charged, prorated by days, with the deposit", async () => {
    const leaseId = await lease({ startsOn: "2026-11-15", deposit: "500.00" });
    expect((await landlord.lease({ leaseId })).owed).toBe(500 + 773.33 + 1450);
    expect(await openOf(leaseId)).toMatchObject([
      { kind: "deposit", open: 500, dueOn: "2026-11-15" },
      { kind: "rent", description: "Rent for November 2026", open: 773.33, dueOn: "2026-11-15" },
      { kind: "rent", description: "Rent for December 2026", open: 1450, dueOn: "2026-12-01" },
    ]);
    const november = (await landlord.ledger({ leaseId })).items.find(({ description }) => description === "Rent for November 2026");
    expect(november?.note).toBe("16 of 30 days of $1,450.00");
  });

  it("enters a lease that ran elsewhere, without charges for the months before", async () => {
    const leaseId = await lease({ startsOn: "2020-03-01", chargedFrom: "2026-12-01", deposit: "500.00" });
    expect(await openOf(leaseId)).toMatchObject([{ description: "Rent for December 2026" }]);
  });

  it("is refused a lease that overlaps another one of the unit, also concurrently", async () => {
    const unitId = await unit();
    const both = await Promise.allSettled([lease({ unitId, endsOn: "2027-05-31" }), lease({ unitId })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(lease({ unitId, startsOn: "2027-05-31" })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("renames a property and a unit without changing their lease; a name in use is refused", async () => {
    const first = await unit();
    const leaseId = await lease({ unitId: first });
    const propertyId = (await propertyOf(first))?._id ?? "";
    const otherId = (await propertyOf(await unit()))?._id ?? "";
    await landlord.changeProperty({ propertyId, name: "Harbor Row", address: "1 Harbor Row, Duluth, MN 55802" });
    await landlord.changeProperty({ propertyId, name: "Harbor Row" });
    expect(await landlord.renameUnit({ unitId: first, name: "1 North" })).toEqual({ _id: first });
    expect(await propertyOf(first)).toMatchObject({
      name: "Harbor Row",
      address: "1 Harbor Row, Duluth, MN 55802",
      units: [{ name: "1 North" }],
    });
    expect(await seenOf(leaseId)).toMatchObject({ property: "Harbor Row", unit: "1 North" });
    await expect(landlord.changeProperty({ propertyId: otherId, name: "HARBOR row" })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "You have a property HARBOR row already",
    });
    await landlord.addUnit({ propertyId, name: "2" });
    await expect(landlord.renameUnit({ unitId: first, name: "2" })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "This property has a unit 2 already",
    });
    const both = await Promise.allSettled(
      [propertyId, otherId].map((id) => landlord.changeProperty({ propertyId: id, name: "Quay House" })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(other.changeProperty({ propertyId, name: "Mine" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(other.renameUnit({ unitId: first, name: "Mine" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const auditEntries = await harness.db.select().from(auditLog).where(eq(auditLog.subject, propertyId));
    expect(auditEntries.filter(({ action }) => action === "rent.propertyChanged")[0]?.data).toMatchObject({ name: { to: "Harbor Row" } });
  });

  it("refuses a new name of a property or unit that was typed over another one, and accepts a repeat", async () => {
    const first = await unit();
    const { _id: propertyId = "", name = "", address = "", units = [] } = (await propertyOf(first)) ?? {};
    const change = { propertyId, name: "Elm House", address, seen: { name, address } };
    await landlord.changeProperty(change);
    await landlord.changeProperty(change);
    const unitName = units[0]?.name ?? "";
    await landlord.renameUnit({ unitId: first, name: "9", seen: { name: unitName } });
    const conflict = { code: "CONFLICT", message: "Someone else has changed this since you opened it. Nothing was saved." };
    await expect(landlord.changeProperty({ ...change, name: "Ash House" })).rejects.toMatchObject(conflict);
    await expect(landlord.renameUnit({ unitId: first, name: "8", seen: { name: unitName } })).rejects.toMatchObject(conflict);
    expect(await propertyOf(first)).toMatchObject({ name: "Elm House", units: [{ name: "9" }] });
  });

  it("repeats nothing for the same idempotency key", async () => {
    const leaseId = await lease();
    const charge = {
      leaseId,
      kind: "utility" as const,
      description: "Water",
      amount: "31.20",
      dueOn: "2026-11-25",
      idempotencyKey: "water-2026-11",
    };
    expect(await landlord.addCharge(charge)).toEqual(await landlord.addCharge(charge));
    await expect(landlord.addCharge({ ...charge, amount: "31.21" })).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await openOf(leaseId)).filter(({ kind }) => kind === "utility")).toHaveLength(1);
  });

  it("changes the rent from an uncharged month on, and keeps the former terms", async () => {
    const leaseId = await lease();
    const { updatedAt: seenAt } = await landlord.lease({ leaseId });
    const change = { leaseId, rent: "1500.00", dueDay: 31, seenAt };
    await expect(landlord.changeLease({ ...change, effectiveFrom: "2026-12-15" })).rejects.toThrow(/choose January 2027/);
    await landlord.changeLease({ ...change, effectiveFrom: "2027-02-01" });
    await expect(landlord.changeLease({ ...change, effectiveFrom: "2027-03-01" })).rejects.toThrow(/Someone else has changed this/);
    await at(new Date("2027-03-01T12:00:00Z"));
    await makeCharges(harness.deps);
    expect((await openOf(leaseId)).map(({ open, dueOn }) => [open, dueOn])).toEqual([
      [1450, "2026-12-01"],
      [1450, "2027-01-01"],
      [1500, "2027-02-28"],
    ]);
    expect((await landlord.lease({ leaseId })).terms.map(({ effectiveFrom, rent }) => [effectiveFrom, rent])).toEqual([
      ["2026-12-01", 1450],
      ["2027-02-01", 1500],
    ]);
  });

  it("ends a lease within a charged month: its unused days are credited, and later months are voided", async () => {
    const leaseId = await lease({ startsOn: "2026-10-01", chargedFrom: "2026-11-01" });
    const { updatedAt: seenAt } = await landlord.lease({ leaseId });
    await landlord.endLease({ leaseId, endsOn: "2026-11-10", seenAt });
    expect(await ledgerOf(leaseId)).toEqual([
      ["2026-12-01", "Voided: Rent for December 2026", -1450, 483.33],
      ["2026-12-01", "Rent for December 2026", 1450, 1933.33],
      ["2026-11-01", "Credit", -966.67, 483.33],
      ["2026-11-01", "Rent for November 2026", 1450, 1450],
    ]);
    await at(new Date("2027-06-01T12:00:00Z"));
    await makeCharges(harness.deps);
    expect((await landlord.lease({ leaseId })).owed).toBe(483.33);
  });

  it("voids a wrong charge, and its money pays the next one", async () => {
    const leaseId = await lease();
    const { _id: chargeId } = await landlord.addCharge({
      leaseId,
      kind: "repair",
      description: "A lock",
      amount: "60.00",
      dueOn: "2026-11-20",
    });
    await landlord.addCredit({ leaseId, kind: "outside", amount: "100.00", on: "2026-11-21", note: "By check" });
    expect((await openOf(leaseId)).map(({ kind, open }) => [kind, open])).toEqual([["rent", 1410]]);
    await landlord.voidCharge({ chargeId, reason: "The wrong tenant" });
    expect((await openOf(leaseId)).map(({ kind, open }) => [kind, open])).toEqual([["rent", 1350]]);
    await expect(landlord.voidCharge({ chargeId, reason: "Again" })).rejects.toThrow(/already voided/);
  });

  it("takes back a note of money; the charge that it paid is open again", async () => {
    const leaseId = await lease();
    const { _id: creditId } = await landlord.addCredit({
      leaseId,
      kind: "outside",
      amount: "1450.00",
      on: "2026-11-21",
      note: "By check",
    });
    expect(await row(leaseId)).toMatchObject({ owed: 0, lastPaid: { on: "2026-11-21", amount: 1450 } });
    await landlord.reverseCredit({ creditId, reason: "The check bounced" });
    expect(await row(leaseId)).toMatchObject({ owed: 1450, dueOn: "2026-12-01", daysLate: 0 });
    await expect(landlord.reverseCredit({ creditId, reason: "Again" })).rejects.toThrow(/already reversed/);
  });

  it("writes off at most the open amount, and notes no money for a future day", async () => {
    const leaseId = await lease();
    await expect(landlord.addCredit({ leaseId, kind: "writeOff", amount: "1450.01", on: "2026-11-22", note: "Given up" })).rejects.toThrow(
      /Only \$1,450.00 is open/,
    );
    await expect(landlord.addCredit({ leaseId, kind: "outside", amount: "5.00", on: "2026-11-23", note: "By check" })).rejects.toThrow(
      /still to come/,
    );
  });

  it("sees the longest debts first, page by page, and finds a tenant by name, unit, email or amount", async () => {
    const late = await lease({
      startsOn: "2026-09-01",
      chargedFrom: "2026-09-01",
      tenants: [{ name: "Zed Zimmer", email: "zed@late.example" }],
    });
    const pages = [];
    for (let cursor: string | undefined; ;) {
      const { items, nextCursor } = await landlord.tenants({ limit: 3, ...(cursor && { cursor }) });
      pages.push(...items);
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    expect(pages[0]).toMatchObject({ _id: late, tenants: ["Zed Zimmer"], daysLate: 82, owed: 4 * 1450, late: 3 * 1450 });
    expect(new Set(pages.map(({ _id }) => _id)).size).toBe(pages.length);
    const days = pages.map(({ dueOn }) => dueOn ?? "9999-12-31");
    expect(days).toEqual(days.toSorted());
    for (const search of ["zimmer", "ZED@late"]) expect((await landlord.tenants({ search })).items.map(({ _id }) => _id)).toEqual([late]);
    for (const search of ["5800", "$5,800.00"]) expect((await landlord.tenants({ search })).items.map(({ _id }) => _id)).toEqual([late]);
    await landlord.addCredit({ leaseId: late, kind: "outside", amount: "77.70", on: "2026-11-20", note: "By check" });
    expect((await landlord.tenants({ search: "77.70" })).items.map(({ _id }) => _id)).toEqual([late]);
    expect((await landlord.tenants({ search: "5800" })).items).toEqual([]);
    expect((await landlord.tenants({ state: "late" })).items.every((item) => item.late > 0)).toBe(true);
    expect((await landlord.tenants({ state: "settled" })).items.every((item) => item.owed === 0)).toBe(true);
  });

  it("removes a unit that was never let, and its property with the last one; a unit that was let stays", async () => {
    const [rented, empty] = [await unit(), await unit()];
    await lease({ unitId: rented, startsOn: "2026-01-01", endsOn: "2026-03-31", chargedFrom: "2026-03-01" });
    const propertyId = (await propertyOf(empty))?._id ?? "";
    await expect(landlord.removeUnit({ unitId: rented })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "This unit has had a lease, so it stays in your records",
    });
    await expect(other.removeUnit({ unitId: empty })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { _id: second } = await landlord.addUnit({ propertyId, name: "2" });
    await landlord.removeUnit({ unitId: second });
    expect((await propertyOf(empty))?.units.map(({ name }) => name)).toEqual(["1"]);
    await landlord.removeUnit({ unitId: empty });
    await expect(landlord.removeUnit({ unitId: empty })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(landlord.addUnit({ propertyId, name: "3" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const auditEntries = await harness.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subject, propertyId));
    expect(auditEntries.map(({ action }) => action)).toContain("rent.propertyRemoved");
  });

  it("lets or removes a unit, and adds to or removes a property: the first of two concurrent acts wins", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const unitId = await unit();
      const propertyId = (await propertyOf(unitId))?._id ?? "";
      const outcomes = await Promise.allSettled([
        landlord.removeUnit({ unitId }),
        turn % 2 === 0 ? lease({ unitId }) : landlord.addUnit({ propertyId, name: "2" }),
      ]);
      const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
      for (const { code } of refused) expect(["CONFLICT", "NOT_FOUND"]).toContain(code);
      expect(refused.length).toBeLessThan(2);
    }
  });

  it("enters a lease with late months, and charges their late fees only on request", async () => {
    const fee = { lateFeeKind: "fixed" as const, lateFeeAmount: "50.00", startsOn: "2022-11-01" };
    const [without, withFees] = [await lease(fee), await lease({ ...fee, pastLateFees: true })];
    await makeChainCursor(harness.db, { blockTime: new Date("2026-12-31T12:00:00Z") });
    await chargeLateFees(harness.deps);
    const count = async (leaseId: string, kind: string) => (await openOf(leaseId)).filter((charge) => charge.kind === kind).length;
    // More months than the nightly run makes at once: all are charged as soon as the lease exists.
    expect([await count(without, "rent"), await count(withFees, "rent")]).toEqual([50, 50]);
    expect([await count(without, "lateFee"), await count(withFees, "lateFee")]).toEqual([0, 49]);
    // Rent that becomes late afterwards bears its fee as usual.
    await at(new Date("2026-12-10T12:00:00Z"));
    await chargeLateFees(harness.deps);
    expect(await count(without, "lateFee")).toBe(1);
  });

  it("sets a late fee beyond the law of the property's state only with an explicit confirmation", async () => {
    const unitId = await unit("12 Elm Street, Albany, NY 12207");
    const fee = { graceDays: 5, lateFeeKind: "fixed" as const, lateFeeAmount: "75.00" };
    const message = "New York allows at most the lesser of $50.00 and 5% of the month's rent (N.Y. Real Prop. Law § 238-a)";
    await expect(lease({ unitId, ...fee })).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    await expect(lease({ unitId, ...fee, graceDays: 3, lateFeeAmount: "50.00" })).rejects.toThrow(
      "New York requires a grace period of 5 days",
    );
    const leaseId = await lease({ unitId, ...fee, lateFeeAmount: "50.00" });
    const change = async () => ({
      leaseId,
      effectiveFrom: "2027-02-01",
      rent: "1500.00",
      ...fee,
      seenAt: (await seenOf(leaseId)).updatedAt,
    });
    await expect(landlord.changeLease(await change())).rejects.toMatchObject({ message });
    expect((await seenOf(leaseId)).terms).toHaveLength(1);
    await landlord.changeLease({ ...(await change()), beyondLaw: true });
    expect((await seenOf(leaseId)).terms.at(-1)?.lateFee?.amount).toBe(75);
    const auditEntries = await harness.db.select().from(auditLog).where(eq(auditLog.subject, leaseId)).orderBy(auditLog.id);
    expect(auditEntries.map(({ action, data }) => [action, data["beyondLaw"]])).toEqual([
      ["rent.leaseMade", undefined],
      ["rent.leaseChanged", message],
    ]);
  });

  it("cannot see or change another landlord's data", async () => {
    const leaseId = await lease();
    const [charge] = await openOf(leaseId);
    expect((await other.tenants({})).items).toEqual([]);
    await expect(other.lease({ leaseId })).rejects.toThrow("Lease not found");
    await expect(other.voidCharge({ chargeId: charge?._id ?? "", reason: "Mine now" })).rejects.toThrow("Charge not found");
    await expect(other.addCredit({ leaseId, kind: "credit", amount: "5.00", on: "2026-11-20", note: "Mine" })).rejects.toThrow(
      "Lease not found",
    );
  });
});

describe("a tenant", () => {
  it("who chose the merchant has the lease at once, with the amount owed and its due day", async () => {
    const tenant = await makeUser(harness.db, { enrolledMerchantId: merchantId, emailConfirmedAt: start });
    await lease({ startsOn: "2026-11-01", tenants: [{ name: "Whoever", email: tenant.email }] });
    const { mine } = harness.caller(await harness.signIn(tenant.id)).rent;
    expect(await mine()).toMatchObject([{ owed: 2900, late: 1450, dueOn: "2026-11-01", daysLate: 21, credit: 0 }]);
  });

  it("joins by its link alone: an account of the same email that nobody has confirmed sees nothing of the lease", async () => {
    const stranger = await makeUser(harness.db, { email: "eve@quill.example" });
    const leaseId = await lease({ tenants: [{ name: "Eve Quill", email: "eve@quill.example" }] });
    const { mine, ownLedger } = harness.caller(await harness.signIn(stranger.id)).rent;
    expect(await mine()).toEqual([]);
    await expect(ownLedger({ leaseId })).rejects.toThrow("Lease not found");
  });

  it("no longer sees a lease that is over and owes nothing", async () => {
    const tenant = await makeUser(harness.db, { enrolledMerchantId: merchantId, emailConfirmedAt: start });
    const leaseId = await lease({
      startsOn: "2026-01-01",
      endsOn: "2026-10-31",
      chargedFrom: "2026-10-01",
      tenants: [{ name: "Ana", email: tenant.email }],
    });
    const { mine } = harness.caller(await harness.signIn(tenant.id)).rent;
    expect(await mine()).toHaveLength(1);
    await landlord.addCredit({ leaseId, kind: "outside", amount: "1450.00", on: "2026-10-31", note: "In cash" });
    expect(await mine()).toEqual([]);
    expect((await landlord.tenants({ state: "ended", limit: 500 })).items.map(({ _id }) => _id)).toContain(leaseId);
  });
});

describe("the ledger", () => {
  it("has the balance of each day, whenever a line was written, and is paged", async () => {
    const leaseId = await lease({ startsOn: "2026-10-01", chargedFrom: "2026-10-01" });
    await landlord.addCredit({ leaseId, kind: "outside", amount: "1450.00", on: "2026-10-05", note: "By check" });
    const whole = await ledgerOf(leaseId);
    expect(whole.map(([on, , , balance]) => [on, balance])).toEqual([
      ["2026-12-01", 2900],
      ["2026-11-01", 1450],
      ["2026-10-05", 0],
      ["2026-10-01", 1450],
    ]);
    const first = await landlord.ledger({ leaseId, limit: 3 });
    const second = await landlord.ledger({ leaseId, limit: 3, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items].map(({ on, balance }) => [on, balance])).toEqual(
      whole.map(([on, , , balance]) => [on, balance]),
    );
  });

  it("has what is charged on a day before what is paid on it, on every page, so that no month reads as prepaid", async () => {
    const leaseId = await lease({ startsOn: "2026-11-01", chargedFrom: "2026-11-01" });
    await landlord.addCredit({ leaseId, kind: "outside", amount: "1510.00", on: "2026-11-01", note: "By check" });
    await landlord.addCharge({ leaseId, kind: "utility", description: "Water", amount: "60.00", dueOn: "2026-11-01" });
    const balances = [
      ["2026-12-01", 1450],
      ["2026-11-01", 0],
      ["2026-11-01", 1510],
      ["2026-11-01", 1450],
    ];
    expect((await ledgerOf(leaseId)).map(([on, , , balance]) => [on, balance])).toEqual(balances);
    const paged = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const { items, nextCursor } = await landlord.ledger({ leaseId, limit: 1, ...(cursor && { cursor }) });
      paged.push(...items.map(({ on, balance }) => [on, balance]));
      cursor = nextCursor;
    }
    expect(paged).toEqual(balances);
  });

  it("detects a row that was changed outside of it", async () => {
    const leaseId = parsePublicId("lease", await lease()) ?? "";
    await harness.db.update(charges).set({ paidCents: 5 }).where(eq(charges.leaseId, leaseId));
    expect(await checkWholeState(harness.db, stateRules)).toEqual([
      expect.stringContaining(`Lease ${leaseId}: of charge`),
      `Lease ${leaseId}: the money on its row is not what its charges and credits add up to`,
    ]);
    await harness.db.update(charges).set({ paidCents: 0 }).where(eq(charges.leaseId, leaseId));
    await harness.db.update(leases).set({ nextStartsOn: "2031-01-01" }).where(eq(leases.id, leaseId));
    expect(await checkWholeState(harness.db, stateRules)).toEqual([
      `Lease ${leaseId}: the next lease on its row is not the next one of its unit`,
    ]);
    await harness.db.update(leases).set({ nextStartsOn: null }).where(eq(leases.id, leaseId));
    expect(await harness.db.$count(leases, eq(leases.id, leaseId))).toBe(1);
  });
});
