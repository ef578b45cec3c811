import { makeMerchant } from "@hearth/db/testing/factories";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";

let harness: Harness;
let landlord: ReturnType<Harness["caller"]>["rent"];
const leases: string[] = [];
/** Adds dollars in whole cents. */
const addMoney = (...amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;

/** Three leases of two properties, with deposits, part payments, credits, a voided charge, money of a later month, and one lease that has ended. */
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-11-22T12:00:00Z")) });
  landlord = harness.caller(await harness.signIn((await makeMerchant(harness.db)).owner.id)).rent;
  await landlord.addProperty({ name: "Juniper Court", units: ["4B", "4C"] });
  await landlord.addProperty({ name: "Cedar House", units: ["1"] });
  const units = (await landlord.properties({})).items.flatMap(({ units: propertyUnits }) => propertyUnits.map(({ _id }) => _id));
  for (const [index, unitId] of units.entries()) {
    const tenants = [{ name: `Tenant ${index}`, email: `tenant${index}@example.com` }];
    const given = { unitId, startsOn: "2026-08-15", rent: 1000 + index, deposit: "500.00", timeZone: "America/Chicago", tenants };
    leases.push((await landlord.createLease(given))._id);
  }
  const [cedar = "", juniper = "", third = ""] = leases;
  await landlord.addCredit({ leaseId: cedar, kind: "outside", amount: "700.00", on: "2026-08-31", note: "By check" });
  await landlord.addCredit({ leaseId: cedar, kind: "outside", amount: "3000.00", on: "2026-11-01", note: "By check" });
  await landlord.addCredit({ leaseId: juniper, kind: "credit", amount: "25.00", on: "2026-09-30", note: "The lift" });
  const { _id: creditId } = await landlord.addCredit({
    leaseId: juniper,
    kind: "outside",
    amount: "10.00",
    on: "2026-10-05",
    note: "Cash",
  });
  await landlord.reverseCredit({ creditId, reason: "It was not ours" });
  const water = { leaseId: juniper, kind: "utility" as const, description: "Water", amount: "31.20", dueOn: "2026-10-31" };
  const { _id: chargeId } = await landlord.addCharge(water);
  await landlord.voidCharge({ chargeId, reason: "Someone else's" });
  await landlord.addCharge({ ...water, dueOn: "2026-11-01" });
  const { updatedAt: seenAt } = await landlord.lease({ leaseId: third });
  await landlord.endLease({ leaseId: third, endsOn: "2026-09-20", seenAt });
});
afterAll(() => harness.close());

/** The balance of a lease at the end of a day, read from its ledger. */
async function stood(leaseId: string, day: string): Promise<number> {
  const { items } = await landlord.ledger({ leaseId, limit: 100 });
  return items.find(({ on }) => on <= day)?.balance ?? 0;
}

/**
 * Lets units of a new landlord. Four leases of three units, `001`, `01` and `1`, have one place in the natural order. The leases of unit 2 and of Cedar 2 begin after October.
 * Money for Cedar 2 came in October.
 */
async function letOddUnits() {
  const rent = harness.caller(await harness.signIn((await makeMerchant(harness.db)).owner.id)).rent;
  const properties = { Ash: ["10", "2", "1", "01", "001", "3"], Birch: ["1"], Cedar: ["1", "2"] };
  for (const [name, units] of Object.entries(properties)) await rent.addProperty({ name, units });
  const units = (await rent.properties({})).items.flatMap((property) =>
    property.units.map((unit) => ({ ...unit, property: property.name })),
  );
  const leaseIds: string[] = [];
  for (const [property, name, startsOn, endsOn] of [
    ["Ash", "001", "2026-08-01"],
    ["Ash", "01", "2026-08-01", "2026-08-31"],
    ["Ash", "1", "2026-08-01"],
    ["Ash", "2", "2026-12-01"],
    ["Ash", "01", "2026-09-01"],
    ["Ash", "10", "2026-08-01"],
    ["Cedar", "1", "2026-08-01"],
    ["Cedar", "2", "2026-12-01"],
  ] as const) {
    const unitId = units.find((unit) => unit.property === property && unit.name === name)?._id ?? "";
    const tenants = [{ name: "Tenant", email: "tenant@example.com" }];
    leaseIds.push((await rent.createLease({ unitId, startsOn, endsOn, rent: 1000, timeZone: "America/Chicago", tenants }))._id);
  }
  await rent.addCredit({ leaseId: leaseIds.at(-1) ?? "", kind: "outside", amount: "5.00", on: "2026-10-30", note: "By check" });
  return { rent, leaseIds };
}

describe("a rent roll", () => {
  it.each([
    ["2026-07", "2026-06-30", "2026-07-31"],
    ["2026-08", "2026-07-31", "2026-08-31"],
    ["2026-09", "2026-08-31", "2026-09-30"],
    ["2026-10", "2026-09-30", "2026-10-31"],
    ["2026-11", "2026-10-31", "2026-11-30"],
    ["2026-12", "2026-11-30", "2026-12-31"],
    ["2026", "2025-12-31", "2026-12-31"],
  ])("agrees with the ledgers to the cent: %s", async (period, eve, end) => {
    const { items } = await landlord.roll({ period });
    for (const { _id, before, charged, paid, credited, after } of items) {
      expect([before, after], _id).toEqual([await stood(_id, eve), await stood(_id, end)]);
      expect(addMoney(before, charged, -paid, -credited), _id).toBe(after);
    }
    const listedIds = new Set(items.map(({ _id }) => _id));
    for (const leaseId of leases.filter((id) => !listedIds.has(id))) expect(await stood(leaseId, end)).toBe(0);
    const sums = await landlord.rollSums({ period });
    for (const name of ["before", "charged", "paid", "credited", "after", "depositHeld"] as const)
      expect(sums[name], name).toBe(addMoney(...items.map((item) => item[name])));
    expect(sums.leases).toBe(items.length);
  });

  it("is paged by property and unit, with each lease once", async () => {
    const whole = await landlord.roll({ period: "2026" });
    expect(whole.items.map(({ property, unit }) => `${property} ${unit}`)).toEqual([
      "Cedar House 1",
      "Juniper Court 4B",
      "Juniper Court 4C",
    ]);
    const first = await landlord.roll({ period: "2026", limit: 2 });
    const second = await landlord.roll({ period: "2026", limit: 2, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items]).toEqual(whole.items);
    expect(second.nextCursor).toBeNull();
  });

  it.each([1, 2, 3, 4])(
    "lists each lease once and in order in pages of %i, and skips leases without a part in the period",
    async (limit) => {
      const { rent, leaseIds } = await letOddUnits();
      const listed: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await rent.roll({ period: "2026-10", limit, cursor });
        listed.push(...page.items.map(({ _id }) => _id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      const [first, second, third, , fourth, ten, cedar, early] = leaseIds;
      expect(listed).toEqual([first, second, third, fourth, ten, cedar, early]);
    },
  );

  it("leaves out a lease that had ended and owes nothing", async () => {
    const { items } = await landlord.roll({ period: "2026-07" });
    expect(items).toEqual([]);
  });

  it("sums money received by property and month, and keeps deposits apart from income", async () => {
    const { income, depositHeld } = await landlord.rollSums({ period: "2026" });
    // On one day rent is paid before the deposit: of the first $700.00, $548.39 paid August and the rest went to the deposit.
    expect(income.filter(({ property }) => property === "Cedar House")).toEqual([
      { property: "Cedar House", month: "2026-08", received: 700, deposits: 151.61, income: 548.39 },
      { property: "Cedar House", month: "2026-11", received: 3000, deposits: 348.39, income: 2651.61 },
    ]);
    expect(depositHeld).toBe(500);
    expect(income.find(({ month }) => month === "2026-10")).toMatchObject({ received: 0, income: 0 });
  });

  it("is a CSV file with a total, and a PDF", async () => {
    const { content } = await landlord.rollFile({ period: "2026-11", format: "csv" });
    const rows: string[][] = parse(Buffer.from(content, "base64").toString(), { bom: true });
    const sums = await landlord.rollSums({ period: "2026-11" });
    expect(rows.at(-1)?.slice(6).map(Number)).toEqual([
      sums.before,
      sums.charged,
      sums.paid,
      sums.credited,
      sums.after,
      sums.depositHeld,
      sums.cameLater,
    ]);
    expect(rows).toHaveLength(2 + sums.leases);
    expect(rows[0]?.slice(0, 3)).toEqual(["Property", "Unit", "Tenants"]);
    const pdf = await landlord.rollFile({ period: "2026-11" });
    expect(Buffer.from(pdf.content, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("says customers for a business that lets no homes", async () => {
    const { owner } = await makeMerchant(harness.db, { businessType: "service_provider" });
    const { content } = await harness.caller(await harness.signIn(owner.id)).rent.rollFile({ period: "2026-11", format: "csv" });
    const [heads = []]: string[][] = parse(Buffer.from(content, "base64").toString(), { bom: true });
    expect(heads.slice(0, 3)).toEqual(["Property", "Unit", "Customers"]);
  });

  it("is visible to its merchant only", async () => {
    const other = harness.caller(await harness.signIn((await makeMerchant(harness.db)).owner.id)).rent;
    expect((await other.roll({ period: "2026", cursor: leases[0] })).items).toEqual([]);
    expect(await other.rollSums({ period: "2026" })).toMatchObject({ leases: 0, after: 0, properties: [], income: [] });
  });

  it("exports balanced journal entries that add up to the ledgers", async () => {
    const { fileName, content } = await landlord.accountingFile({ period: "2026" });
    expect(fileName).toBe("hearth-journal-2026.csv");
    type Row = Record<"JournalNo" | "JournalDate" | "AccountName" | "Debits" | "Credits" | "Description" | "Name", string>;
    const rows = parse<Row>(Buffer.from(content, "base64").toString("utf8"), { columns: true, bom: true });
    const net = (of: readonly Row[]) => addMoney(...of.flatMap(({ Debits, Credits }) => [Number(Debits), -Number(Credits)]));
    const entries = Object.values(Object.groupBy(rows, ({ JournalNo }) => JournalNo));
    expect(entries.map((entry) => [entry?.length, net(entry ?? [])])).toEqual(entries.map(() => [2, 0]));
    const on = (name: string) => net(rows.filter(({ AccountName }) => AccountName === name));
    const stands = await Promise.all(leases.map((leaseId) => stood(leaseId, "2026-12-31")));
    expect(on("Accounts Receivable")).toBe(addMoney(...stands));
    expect([on("Security Deposits Held"), on("Payments Outside Hearth"), on("Utility Income")]).toEqual([-1_500, 3_700, -31.2]);
    expect(rows.find(({ Description }) => Description.includes("By check"))).toMatchObject({
      JournalDate: "08/31/2026",
      AccountName: "Accounts Receivable",
      Credits: "700.00",
      Description: "Cedar House 1 · By check",
      Name: "Tenant 0",
    });
  });
});
