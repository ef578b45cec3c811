import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { makePayment, makeTransfer } from "@hearth/db/testing/payment-factories";
import { makeLease, makeLeaseCredit, makeReminder, makeScheduledPayment, makeTenantInvitation } from "@hearth/db/testing/rent-factories";
import { parsePublicId } from "@hearth/domain/ids";
import { tenancyOrders, tenancySorts } from "@hearth/domain/rent/inputs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runs } from "../../../jobs/scheduled-jobs.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { countPastDueOf, listWithNewPastDue } from "../rows/lease-rows.repo.ts";

let harness: Harness;
let rent: ReturnType<Harness["caller"]>["rent"];
let merchant: ReturnType<Harness["caller"]>["merchant"];
let merchantId: string;
let ownerId: string;
let payeeId: string;
const leaseIds: Record<string, string> = {};
const unitIds: Record<string, string> = {};
const propertyIds: Record<string, string> = {};

/** Dates of a lease, and its tenant, whose name names the lease here. */
async function letUnit(unit: string, tenant: string, dates: { startsOn: string; endsOn?: string; chargedFrom?: string }, more = {}) {
  const tenants = [{ name: tenant, email: `${tenant.toLowerCase()}@example.com` }];
  const given = { unitId: unitIds[unit] ?? "", rent: "1000.00", timeZone: "America/Chicago", tenants, ...dates, ...more };
  leaseIds[tenant] = (await rent.createLease(given))._id;
}
const paid = (tenant: string, amount: string, on: string, kind: "outside" | "credit" = "outside") =>
  rent.addCredit({ leaseId: leaseIds[tenant] ?? "", kind, amount, on, note: "By check" });

/**
 * November 12. Ann owes two months, Bob a part of November, and Cleo has prepaid. Dora pays until today. Eve's lease is over with a deposit of $500, of which she
 * owes $120. Finn's ends soon. Gus's ends soon too, but Hal's follows. House 10, unit 2 is vacant, and so is the unit of Ian, whose lease is over and settled.
 */
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-11-12T12:00:00Z")), env: { RATE_LIMITS: "off" } });
  const made = await makeMerchant(harness.db);
  [merchantId, ownerId, payeeId] = [made.merchant.id, made.owner.id, made.payee?.id ?? ""];
  ({ rent, merchant } = harness.caller(await harness.signIn(ownerId)));
  const houses = { "House 10": ["1", "2"], "House 2": ["10", "9", "8", "7"], Annex: ["A", "B", "C"] };
  for (const [name, units] of Object.entries(houses)) propertyIds[name] = (await rent.addProperty({ name, units }))._id;
  for (const property of (await rent.properties({ limit: 100 })).items)
    for (const unit of property.units) unitIds[`${property.name} ${unit.name}`] = unit._id;
  await letUnit("House 2 10", "Ann", { startsOn: "2026-10-01" }, { rent: "1100.00", deposit: "900.00" });
  await paid("Ann", "900.00", "2026-10-01");
  await letUnit("House 2 9", "Bob", { startsOn: "2026-11-01" });
  await paid("Bob", "400.00", "2026-11-10");
  await letUnit("House 2 8", "Cleo", { startsOn: "2026-11-01" });
  await paid("Cleo", "1500.00", "2026-11-03");
  await letUnit("House 2 7", "Dora", { startsOn: "2026-11-12", chargedFrom: "2026-11-01" }, { dueDay: 12, proration: "none" });
  await letUnit("Annex A", "Eve", { startsOn: "2026-08-01", endsOn: "2026-08-31" }, { deposit: "500.00" });
  await paid("Eve", "1500.00", "2026-08-01");
  await rent.addCharge({ leaseId: leaseIds["Eve"] ?? "", kind: "repair", description: "Door", amount: "120.00", dueOn: "2026-09-10" });
  await letUnit("Annex B", "Finn", { startsOn: "2026-11-01", endsOn: "2027-01-11" });
  await letUnit("Annex C", "Gus", { startsOn: "2026-11-01", endsOn: "2026-12-31" });
  await letUnit("Annex C", "Hal", { startsOn: "2027-01-01" });
  await letUnit("House 10 1", "Ian", { startsOn: "2026-08-01", endsOn: "2026-08-31" });
  await paid("Ian", "1000.00", "2026-08-01");
});
afterAll(() => harness.close());

type Asked = Parameters<typeof rent.tenants>[0];
/** The whole list, read in pages of two. */
async function list(asked: Asked) {
  const items = [];
  for (let cursor: string | undefined; ;) {
    const page = await rent.tenants({ ...asked, limit: 2, ...(cursor && { cursor }) });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}
const tenantsOf = (items: { tenants: string[] }[]) => items.map(({ tenants }) => tenants[0]);

describe("the landlord's list of leases", () => {
  it("shows rent, dates, past due and balance of each lease", async () => {
    const items = await list({ sort: "tenant" });
    expect(items.map((row) => [row.tenants[0], row.rent, row.startsOn, row.endsOn, row.late, row.owed, row.credit])).toEqual([
      ["Ann", 1100, "2026-10-01", null, 2200, 2200, 0],
      ["Bob", 1000, "2026-11-01", null, 600, 600, 0],
      ["Cleo", 1000, "2026-11-01", null, 0, 0, 500],
      ["Dora", 1000, "2026-11-12", null, 0, 1000, 0],
      ["Eve", 1000, "2026-08-01", "2026-08-31", 120, 120, 0],
      ["Finn", 1000, "2026-11-01", "2027-01-11", 1000, 1000, 0],
      ["Gus", 1000, "2026-11-01", "2026-12-31", 1000, 1000, 0],
      ["Hal", 1000, "2027-01-01", null, 0, 0, 0],
    ]);
    expect(items[0]).toMatchObject({ propertyId: propertyIds["House 2"], remindedOn: null, standing: "notInvited" });
  });

  it("counts a charge that is due today as balance, not as past due", async () => {
    const [dora] = await list({ search: "dora" });
    expect(dora).toMatchObject({ dueOn: "2026-11-12", late: 0, owed: 1000, daysLate: 0 });
    expect(tenantsOf(await list({ state: "late" }))).not.toContain("Dora");
    expect(await rent.tenantSums({ search: "dora" })).toEqual({
      leases: 1,
      hasMoreLeases: false,
      pastDueLeases: 0,
      pastDue: 0,
      balance: 1000,
      credit: 0,
      isCut: false,
    });
  });

  it.each([
    ["longest", ["Eve", "Ann", "Bob", "Finn", "Gus", "Dora", "Cleo", "Hal"]],
    ["unit", ["Eve", "Finn", "Gus", "Hal", "Dora", "Cleo", "Bob", "Ann"]],
    ["tenant", ["Ann", "Bob", "Cleo", "Dora", "Eve", "Finn", "Gus", "Hal"]],
    ["pastDue", ["Ann", "Gus", "Finn", "Bob", "Eve", "Hal", "Dora", "Cleo"]],
    ["balance", ["Ann", "Gus", "Finn", "Dora", "Bob", "Eve", "Hal", "Cleo"]],
    ["lastPaid", ["Dora", "Finn", "Gus", "Hal", "Eve", "Ann", "Cleo", "Bob"]],
    ["ends", ["Eve", "Gus", "Finn", "Ann", "Bob", "Cleo", "Dora", "Hal"]],
  ] as const)("sorts by %s page by page, in both directions", async (sort, expected) => {
    expect(tenantsOf(await list({ sort }))).toEqual(expected);
    const order = sort === "pastDue" || sort === "balance" ? ("ascending" as const) : ("descending" as const);
    expect(tenantsOf(await list({ sort, order }))).toEqual(expected.toReversed());
  });

  it("sorts by past due alike before and after the job counts it, and at once on the day on which a charge becomes past due", async () => {
    const sort = "pastDue";
    const seen = { tenants: ["Ann", "Gus", "Finn", "Bob", "Eve", "Hal", "Dora", "Cleo"], late: ["Ann", "Gus", "Finn", "Bob", "Eve"] };
    const read = async () => ({ tenants: tenantsOf(await list({ sort })), late: tenantsOf(await list({ sort, state: "late" })) });
    expect(await read()).toEqual(seen);
    await runs["make-charges"](harness.deps);
    const waiting = async () => (await listWithNewPastDue(harness.db, harness.clock.now(), 100)).map(({ id }) => id);
    expect(await waiting()).toEqual([]);
    expect(await read()).toEqual(seen);
    expect(tenantsOf(await list({ sort, state: "late", order: "ascending" }))).toEqual(seen.late.toReversed());
    const passDays = async (days: number) => {
      harness.clock.advance({ days });
      ({ rent, merchant } = harness.caller(await harness.signIn(ownerId)));
    };
    await passDays(1);
    expect(await waiting()).toEqual([parsePublicId("lease", leaseIds["Dora"] ?? "")]);
    const next = {
      tenants: ["Ann", "Gus", "Finn", "Dora", "Bob", "Eve", "Hal", "Cleo"],
      late: ["Ann", "Gus", "Finn", "Dora", "Bob", "Eve"],
    };
    expect(await read()).toEqual(next);
    await runs["make-charges"](harness.deps);
    expect(await waiting()).toEqual([]);
    expect(await read()).toEqual(next);
    await passDays(-1);
    await countPastDueOf(harness.db, [parsePublicId("lease", leaseIds["Dora"] ?? "") ?? ""], harness.clock.now());
  });

  it("finds one or two letters at the beginning of a word, and no punctuation alone", async () => {
    expect(tenantsOf(await list({ search: "f", sort: "tenant" }))).toEqual(["Finn"]);
    expect(tenantsOf(await list({ search: "an", sort: "tenant" }))).toEqual(["Ann", "Eve", "Finn", "Gus", "Hal"]); // The others' property is Annex.
    expect(tenantsOf(await list({ search: "nn", sort: "tenant" }))).toEqual([]);
    expect(tenantsOf(await list({ search: "nn@", sort: "tenant" }))).toEqual([]);
    expect(tenantsOf(await list({ search: "@", sort: "tenant" }))).toEqual([]);
    expect(tenantsOf(await list({ search: "n@example", sort: "tenant" }))).toEqual(["Ann", "Finn"]);
  });

  it("refuses a cursor of another sort, another order or nothing", async () => {
    const cursorOf = async (asked: Asked) => (await rent.tenants({ ...asked, limit: 1 })).nextCursor ?? "";
    const cursors = [
      await cursorOf({ sort: "unit" }),
      await cursorOf({ sort: "pastDue", order: "ascending" }),
      await cursorOf({}),
      "bm9uZQ",
    ];
    for (const cursor of cursors) await expect(rent.tenants({ sort: "pastDue", cursor })).rejects.toThrow("This cursor is not valid");
    await expect(rent.tenants({ cursor: "2026-11-01_lse_x" })).rejects.toThrow("This cursor is not valid");
  });

  it("finds the leases of a property, those that end soon and none follows, and those with money to give back", async () => {
    expect(tenantsOf(await list({ propertyId: propertyIds["House 2"] ?? "", sort: "unit" }))).toEqual(["Dora", "Cleo", "Bob", "Ann"]);
    expect(await list({ propertyId: "prp_none" })).toEqual([]);
    expect(tenantsOf(await list({ state: "endsSoon" }))).toEqual(["Finn"]);
    expect(tenantsOf(await list({ state: "giveBack" }))).toEqual(["Eve"]);
  });

  it("sums what the list shows, for every filter", async () => {
    const sum = (numbers: number[]) => numbers.reduce((total, amount) => total + amount, 0);
    for (const asked of [
      {},
      { state: "late" },
      { state: "giveBack" },
      { search: "house 2" },
      { propertyId: propertyIds["Annex"] ?? "" },
    ] as const) {
      const items = await list(asked);
      expect(await rent.tenantSums(asked)).toEqual({
        leases: items.length,
        hasMoreLeases: false,
        pastDueLeases: items.filter(({ late }) => late > 0).length,
        pastDue: sum(items.map(({ late }) => late)),
        balance: sum(items.map(({ owed }) => owed)),
        credit: sum(items.map(({ credit }) => credit)),
        isCut: false,
      });
    }
    expect(await rent.tenantSums({ propertyId: "prp_none" })).toMatchObject({ leases: 0, balance: 0 });
  });

  it("shows how far the tenants are: not invited, invited, joined, autopay", async () => {
    const row = async () => (await list({ search: "hal@" }))[0];
    const leaseId = parsePublicId("lease", leaseIds["Hal"] ?? "") ?? "";
    const [tenant] = await harness.db.select().from(leaseTenants).where(eq(leaseTenants.leaseId, leaseId));
    const now = harness.clock.now();
    expect((await row())?.standing).toBe("notInvited");
    const invitation = await makeTenantInvitation(harness.db, {
      merchantId,
      invitedBy: ownerId,
      leaseTenantId: tenant?.id,
      createdAt: now,
    });
    expect((await row())?.standing).toBe("invited");
    await harness.db.update(tenantInvitations).set({ expiresAt: now }).where(eq(tenantInvitations.id, invitation.id));
    expect((await row())?.standing).toBe("notInvited");
    const user = await makeUser(harness.db);
    const joined = { userId: user.id, joinedAt: now };
    await harness.db.update(leaseTenants).set(joined).where(eq(leaseTenants.leaseId, leaseId));
    expect((await row())?.standing).toBe("joined");
    await makeScheduledPayment(harness.db, {
      leaseId,
      payerId: user.id,
      payeeId,
      status: "ready",
      encryptedSignature: "signature",
      nextLookAt: now,
    });
    expect(await row()).toMatchObject({ standing: "autopay", autopay: true });
  });

  it("shows the day of the last reminder in the lease's time zone", async () => {
    const leaseId = parsePublicId("lease", leaseIds["Ann"] ?? "") ?? "";
    await makeReminder(harness.db, { leaseId, sentAt: new Date("2026-11-11T03:00:00Z") });
    await makeReminder(harness.db, { leaseId, kind: "hand", sentAt: new Date("2026-11-09T03:00:00Z") });
    expect((await list({ search: "ann@" }))[0]?.remindedOn).toBe("2026-11-10");
  });
});

it.each(tenancySorts.flatMap((sort) => tenancyOrders.map((order) => ({ sort, order }))))(
  "reads each lease once by $sort, $order",
  async (sorting) => {
    const ids = (await list(sorting)).map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(8);
    expect(ids).toHaveLength(8);
  },
);

describe("the landlord's properties", () => {
  type Asked = Parameters<typeof rent.properties>[0];
  const named = async (asked: Asked) =>
    (await rent.properties({ limit: 100, ...asked })).items.map(({ name, units }) => [name, ...units.map((unit) => unit.name)]);

  it("shows each unit's lease with rent, end, past due, balance and how far its tenants are", async () => {
    const { items } = await rent.properties({ limit: 100 });
    const leaseOf = (property: string, unit: string) =>
      items.find(({ name }) => name === property)?.units.find(({ name }) => name === unit)?.lease;
    expect(leaseOf("House 2", "10")).toEqual({
      _id: leaseIds["Ann"],
      startsOn: "2026-10-01",
      endsOn: null,
      tenants: ["Ann"],
      rent: 1100,
      pastDue: 2200,
      balance: 2200,
      standing: "notInvited",
    });
    expect(leaseOf("House 2", "7")).toMatchObject({ _id: leaseIds["Dora"], pastDue: 0, balance: 1000 });
    expect(leaseOf("Annex", "C")).toMatchObject({ _id: leaseIds["Gus"], endsOn: "2026-12-31" });
    for (const unit of ["1", "2"]) expect(leaseOf("House 10", unit)).toBeNull();
  });

  it("finds a property, a unit or a tenant, and leaves out other units", async () => {
    expect(await named({ search: "annex" })).toEqual([["Annex", "A", "B", "C"]]);
    expect(await named({ search: "house 2 9" })).toEqual([["House 2", "9"]]);
    expect(await named({ search: "bob@example" })).toEqual([["House 2", "9"]]);
    // Eve's lease is over, so no unit is hers any more.
    expect(await named({ search: "eve@example" })).toEqual([]);
  });

  it("lists one unit alone, and the properties without units", async () => {
    const { items } = await rent.properties({ limit: 100 });
    const { _id } = items[2]?.units[0] ?? { _id: "" };
    expect(await named({ unit: _id })).toEqual([["House 2", "7"]]);
    expect(await named({ unit: "unt_none" })).toEqual([]);
    expect(await named({ units: false })).toEqual([["Annex"], ["House 10"], ["House 2"]]);
    const { owner } = await makeMerchant(harness.db);
    const { rent: other } = harness.caller(await harness.signIn(owner.id));
    expect((await other.properties({ unit: _id })).items).toEqual([]);
  });

  it("finds units by the newest names of their property and themselves, and by the address", async () => {
    const { owner } = await makeMerchant(harness.db);
    const { rent: own } = harness.caller(await harness.signIn(owner.id));
    const { _id: propertyId } = await own.addProperty({ name: "Alder", address: "12 Elm Street", units: ["A1", "A2"] });
    const found = async (search: string) => (await own.properties({ search })).items.flatMap(({ units }) => units.map(({ name }) => name));
    const unitId = (await own.properties({ search: "a1" })).items[0]?.units[0]?._id ?? "";
    expect(await found("elm street")).toEqual(["A1", "A2"]);
    await own.changeProperty({ propertyId, name: "Birch", address: "14 Oak Lane" });
    await own.renameUnit({ unitId, name: "Loft" });
    expect([await found("alder"), await found("elm"), await found("a1")]).toEqual([[], [], []]);
    expect([await found("birch"), await found("oak lane"), await found("birch loft")]).toEqual([["A2", "Loft"], ["A2", "Loft"], ["Loft"]]);
  });

  it("ends a page at 100 units, and continues with the other units of the last property", async () => {
    const { owner } = await makeMerchant(harness.db);
    const { rent: own } = harness.caller(await harness.signIn(owner.id));
    for (const [name, count] of Object.entries({ Alder: 130, Birch: 60, Cedar: 10, Elm: 1 }))
      await own.addProperty({ name, units: Array.from({ length: count }, (_, index) => String(index)) });
    const pageAfter = async (cursor: string | undefined, limit = 100) => {
      const { items, nextCursor } = await own.properties({ cursor, limit });
      return { shown: items.map(({ name, units }) => [name, units[0]?.name, units.length]), nextCursor: nextCursor ?? undefined };
    };
    const first = await pageAfter(undefined);
    const second = await pageAfter(first.nextCursor);
    const third = await pageAfter(second.nextCursor);
    expect([first.shown, second.shown]).toEqual([
      [["Alder", "0", 100]],
      [
        ["Alder", "100", 30],
        ["Birch", "0", 60],
        ["Cedar", "0", 10],
      ],
    ]);
    expect(third).toEqual({ shown: [["Elm", "0", 1]], nextCursor: undefined });
    const two = await pageAfter(first.nextCursor, 2);
    expect(two.shown).toEqual(second.shown.slice(0, 2));
    expect((await pageAfter(two.nextCursor)).shown).toEqual([
      ["Cedar", "0", 10],
      ["Elm", "0", 1],
    ]);
    expect(await own.properties({ search: "alder" })).toMatchObject({ isCut: true, nextCursor: null, items: [{ units: { length: 100 } }] });
    expect(await own.properties({ search: "birch" })).toMatchObject({ isCut: false, items: [{ units: { length: 60 } }] });
    await expect(own.properties({ cursor: "e30.unt_01h455vb4pex5vsknk084sn02q" })).rejects.toThrow("This cursor is not valid");
  });

  it("says that there may be more where too many leases of the past match to compare", async () => {
    const { merchant: one, owner } = await makeMerchant(harness.db);
    const { properties } = harness.caller(await harness.signIn(owner.id)).rent;
    const ended = { startsOn: "2025-01-01", endsOn: "2025-12-31" };
    const letToMaya = () => makeLease(harness.db, { merchantId: one.id, createdBy: owner.id, tenantId: owner.id, ...ended });
    await letToMaya();
    expect(await properties({ search: "maya" })).toMatchObject({ items: [], isCut: false });
    for (let more = 0; more < 100; more++) await letToMaya();
    expect(await properties({ search: "maya" })).toMatchObject({ items: [], isCut: true });
  });
});

describe("the building", () => {
  it("shows the state of this month's bills of each unit in natural order; a unit whose lease is over is vacant", async () => {
    const { month, properties, more } = await rent.building({});
    expect([month, more]).toEqual(["2026-11", 0]);
    const shown = properties.map(({ name, units }) => [
      name,
      ...units.map(({ name: unit, lease }) => [unit, lease && lease.tenants[0], lease?.state]),
    ]);
    expect(shown).toEqual([
      ["Annex", ["A", null, undefined], ["B", "Finn", "pastDue"], ["C", "Gus", "pastDue"]],
      ["House 2", ["7", "Dora", "due"], ["8", "Cleo", "paid"], ["9", "Bob", "pastDue"], ["10", "Ann", "pastDue"]],
      ["House 10", ["1", null, undefined], ["2", null, undefined]],
    ]);
    expect(properties[1]?.units[3]?.lease).toMatchObject({ _id: leaseIds["Ann"], rent: 1100, pastDue: 2200, balance: 2200 });
    expect((await rent.building({ propertyId: propertyIds["House 10"] ?? "" })).properties.map(({ name }) => name)).toEqual(["House 10"]);
    expect(await rent.building({ propertyId: "prp_none" })).toEqual({ month: "2026-11", properties: [], more: 0 });
  });

  it("says that money arrives once it was seen, and not for an open checkout", async () => {
    const isArriving = async () => (await rent.building({})).properties[1]?.units[3]?.lease?.arriving;
    const payment = await makePayment(harness.db, { merchantId, payeeId, status: "pending" });
    const leaseId = parsePublicId("lease", leaseIds["Ann"] ?? "") ?? "";
    await makeLeaseCredit(harness.db, { leaseId, createdBy: ownerId, kind: "payment", paymentId: payment.id });
    expect(await isArriving()).toBe(false);
    await makeTransfer(harness.db, { merchantId, paymentId: payment.id });
    expect(await isArriving()).toBe(true);
  });
});

describe("the desk", () => {
  const none = { leases: 0, amount: 0 };

  it("shows the month's collection, past due by age, vacancies, leases that end and money to return", async () => {
    expect(await merchant.desk()).toEqual({
      month: "2026-11",
      collected: { billed: 6100, paid: 1900, throughHearth: 0, recorded: 1900 },
      pastDue: {
        amount: 4920,
        leases: 5,
        balance: 5920,
        days30: { leases: 4, amount: 3700 },
        days60: { leases: 1, amount: 1100 },
        over60: { leases: 1, amount: 120 },
      },
      vacant: {
        count: 3,
        items: [
          { _id: unitIds["Annex A"], property: "Annex", unit: "A" },
          { _id: unitIds["House 10 1"], property: "House 10", unit: "1" },
          { _id: unitIds["House 10 2"], property: "House 10", unit: "2" },
        ],
      },
      ending: { count: 1, items: [{ _id: leaseIds["Finn"], property: "Annex", unit: "B", tenants: ["Finn"], endsOn: "2027-01-11" }] },
      giveBack: {
        count: 1,
        amount: 380,
        items: [{ _id: leaseIds["Eve"], property: "Annex", unit: "A", tenants: ["Eve"], amount: 380, what: "deposit" }],
      },
    });
  });

  it("is empty for a business without leases", async () => {
    const other = harness.caller(await harness.signIn((await makeMerchant(harness.db)).owner.id)).merchant;
    expect(await other.desk()).toEqual({
      month: "2026-11",
      collected: { billed: 0, paid: 0, throughHearth: 0, recorded: 0 },
      pastDue: { amount: 0, leases: 0, balance: 0, days30: none, days60: none, over60: none },
      vacant: { count: 0, items: [] },
      ending: { count: 0, items: [] },
      giveBack: { count: 0, amount: 0, items: [] },
    });
  });

  it("counts rent and fees as collected, but no deposit", async () => {
    const before = (await merchant.desk()).collected;
    await rent.addCharge({
      leaseId: leaseIds["Hal"] ?? "",
      kind: "deposit",
      description: "Deposit",
      amount: "300.00",
      dueOn: "2026-11-05",
    });
    await paid("Hal", "300.00", "2026-11-06");
    expect((await merchant.desk()).collected).toEqual(before);
    const { income } = await rent.rollSums({ period: "2026-11" });
    expect(income.map(({ property, deposits }) => [property, deposits])).toContainEqual(["Annex", 300]);
  });

  it("says what an ended lease leaves to return of prepaid rent", async () => {
    const leaseId = leaseIds["Ian"] ?? "";
    await paid("Ian", "70.00", "2026-11-04");
    const { giveBack } = await merchant.desk();
    expect(giveBack).toMatchObject({ count: 2, amount: 450 });
    expect(giveBack.items).toContainEqual({ _id: leaseId, property: "House 10", unit: "1", tenants: ["Ian"], amount: 70, what: "prepaid" });
    expect(tenantsOf(await list({ state: "giveBack", sort: "tenant" }))).toEqual(["Eve", "Ian"]);
  });
});
