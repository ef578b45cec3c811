import { charges } from "@hearth/db/schema/charges";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { makeMerchant } from "@hearth/db/testing/factories";
import { count, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildApp } from "../../../app.ts";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { stateRules } from "../../operations/check-state.ts";
import { checkWholeState } from "../../settlement/checking/check-state.ts";

const clock = new ManualClock(new Date("2026-11-22T12:00:00Z"));
let harness: Harness;
let token: string;
let landlord: ReturnType<Harness["caller"]>["rent"];
const leaseOf = new Map<string, string>();

/** A property of 40 let units, one that was never let, and one whose lease has ended. */
beforeAll(async () => {
  harness = await startHarness({ clock });
  token = await harness.signIn((await makeMerchant(harness.db)).owner.id);
  landlord = harness.caller(token).rent;
  const let40 = Array.from({ length: 40 }, (_, index) => `${index + 1}`);
  await landlord.addProperty({ name: "Juniper Court", units: [...let40, "Empty", "Ended"] });
  const units = (await landlord.properties({})).items.flatMap((property) => property.units);
  for (const { _id: unitId, name } of units.filter((unit) => unit.name !== "Empty")) {
    const tenants = [{ name: `Tenant ${name}`, email: `tenant${name.toLowerCase()}@example.com` }];
    const given = { unitId, startsOn: "2026-11-01", rent: 1000, timeZone: "America/Chicago", tenants };
    const ended = name === "Ended" ? { endsOn: "2026-11-20" } : {};
    leaseOf.set(name, (await landlord.createLease({ ...given, ...ended }))._id);
  }
});
beforeEach(() => clock.advance({ minutes: 1 })); // an account may send twenty files a minute
afterEach(async () => expect(await checkWholeState(harness.db, stateRules)).toEqual([]));
afterAll(() => harness.close());

const heads = "Property,Unit,Kind,Description,Amount,Due";
const fileOf = (...rows: string[]) => [heads, ...rows].join("\r\n");
const chargeCount = async () => (await harness.db.select({ count: count() }).from(charges).where(eq(charges.kind, "utility")))[0]?.count;
const refusal = async (call: Promise<unknown>) =>
  call.then(
    () => "taken",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );

describe("a file of charges", () => {
  it("is previewed, and then charged as previewed", async () => {
    const csv = `\uFEFF${fileOf('juniper court,1,utility,"Water, October",$31.20,2026-12-01', "Juniper Court,2,Utility,Water,1.00,12/1/2026", "", "Juniper Court,2,Repair,A lock,60,2026-12-05")}`;
    const before = await chargeCount();
    const checked = await landlord.checkCharges({ csv });
    expect(checked).toMatchObject({ charges: 3, leases: 2, total: 92.2, problems: [] });
    expect(checked.shown[0]).toEqual({
      line: 2,
      leaseId: leaseOf.get("1"),
      property: "juniper court",
      unit: "1",
      tenants: ["Tenant 1"],
      kind: "utility",
      description: "Water, October",
      amount: 31.2,
      dueOn: "2026-12-01",
    });
    expect(await chargeCount()).toBe(before);
    expect(await landlord.addCharges({ csv })).toEqual({ charges: 3, leases: 2, total: 92.2 });
    const { charges: open, owed } = await landlord.lease({ leaseId: leaseOf.get("2") ?? "" });
    expect(open.map(({ description, open: cents, dueOn }) => [description, cents, dueOn])).toEqual([
      ["Rent for November 2026", 1000, "2026-11-01"],
      ["Rent for December 2026", 1000, "2026-12-01"],
      ["Water", 1, "2026-12-01"],
      ["A lock", 60, "2026-12-05"],
    ]);
    expect(owed).toBe(2061);
  });

  it("matches accented names in any case and Unicode form", async () => {
    await landlord.addProperty({ name: "ÉTOILE", units: ["Nº É1"] });
    const unitId = (await landlord.properties({})).items.find(({ name }) => name === "ÉTOILE")?.units[0]?._id ?? "";
    const tenants = [{ name: "Zoé Ångström", email: "zoe@example.com" }];
    await landlord.createLease({ unitId, startsOn: "2026-11-01", rent: 1000, timeZone: "America/Chicago", tenants });
    const spellings = ["ÉTOILE,Nº É1", "étoile,nº é1", "E\u0301toile,Nº É1"];
    for (const [index, place] of spellings.entries()) {
      const checked = await landlord.checkCharges({ csv: fileOf(`${place},Utility,Water ${index},31.20,2026-12-01`) });
      expect([place, checked.charges, checked.problems]).toEqual([place, 1, []]);
    }
  });

  it("names every wrong row, and charges nobody until all are right", async () => {
    const csv = fileOf(
      "Juniper Court,3,Utility,Gas,10.00,2026-12-01",
      "Cedar House,3,Utility,Gas,10.00,2026-12-01",
      "Juniper Court,99,Utility,Gas,10.00,2026-12-01",
      "Juniper Court,Empty,Utility,Gas,10.00,2026-12-01",
      "Juniper Court,Ended,Utility,Gas,10.00,2026-11-21",
      "Juniper Court,3,Rent,Gas,ten,2026-02-30",
      "Juniper Court,3,Utility,Gas,10.00,2026-12-01",
      "Juniper Court,3",
      "Cedar House,3,Utility,Gas,ten,2026-12-01",
    );
    const { charges: good, problems } = await landlord.checkCharges({ csv });
    expect(good).toBe(1);
    expect(problems.map(({ line, column, message }) => `${line} ${column}: ${message}`)).toEqual([
      "3 Property: You have no property of this name",
      "4 Unit: This property has no unit of this name",
      "5 Due: No one rents this unit on this day",
      "6 Due: No one rents this unit on this day",
      "7 Kind: Choose what it is for",
      "7 Amount: Enter an amount, like $1,450",
      "7 Due: Enter a date",
      "8 Description: This is the same charge as in line 2",
      "9 Kind: Choose what it is for",
      "9 Description: Enter a description",
      "9 Amount: Enter an amount, like $1,450",
      "9 Due: Enter a date",
      "10 Property: You have no property of this name",
      "10 Amount: Enter an amount, like $1,450",
    ]);
    const before = await chargeCount();
    expect(await refusal(landlord.addCharges({ csv }))).toBe(
      "No one was charged. Line 3, Property: You have no property of this name, and 13 more",
    );
    expect(await chargeCount()).toBe(before);
  });

  it("charges once when uploaded again with its key, without one, or twice concurrently", async () => {
    const csv = fileOf("Juniper Court,4,Utility,Power,40.00,2026-12-01", "Juniper Court,5,Utility,Power,41.00,2026-12-01");
    const before = (await chargeCount()) ?? 0;
    const both = await Promise.allSettled([landlord.addCharges({ csv }), landlord.addCharges({ csv })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await refusal(landlord.addCharges({ csv }))).toBe(
      "No one was charged. Line 2, Description: This is charged already, and 1 more",
    );
    expect((await landlord.checkCharges({ csv })).problems.map(({ line }) => line)).toEqual([2, 3]);
    expect(await chargeCount()).toBe(before + 2);
    const other = { csv: fileOf("Juniper Court,4,Utility,Power,40.01,2026-12-01"), idempotencyKey: "power-2026-12" };
    expect(await landlord.addCharges(other)).toEqual(await landlord.addCharges(other));
    expect(await chargeCount()).toBe(before + 3);
  });

  it("charges again what was voided", async () => {
    const csv = fileOf("Juniper Court,6,Utility,Heat,40.00,2026-12-01");
    await landlord.addCharges({ csv });
    const { charges: open } = await landlord.lease({ leaseId: leaseOf.get("6") ?? "" });
    await landlord.voidCharge({ chargeId: open.find(({ description }) => description === "Heat")?._id ?? "", reason: "Too early" });
    expect(await landlord.addCharges({ csv })).toMatchObject({ charges: 1 });
  });

  it("pays its charges from prepaid money", async () => {
    const leaseId = leaseOf.get("7") ?? "";
    await landlord.addCredit({ leaseId, kind: "outside", amount: "2010.00", on: "2026-11-20", note: "By check" });
    await landlord.addCharges({ csv: fileOf("Juniper Court,7,Utility,Gas,15.00,2026-12-01") });
    expect(await landlord.lease({ leaseId })).toMatchObject({ owed: 5, credit: 0 });
  });

  it.each([
    ["", "This file is empty"],
    ["Property,Unit\r\n", "The first line must name the columns. Missing: Kind, Description, Amount, Due"],
    [fileOf(), "There is no charge in this file, only the names of its columns"],
    [fileOf('Juniper Court,1,Utility,"Gas,10.00,2026-12-01'), "Line 2 cannot be read: a quotation mark is out of place"],
    [fileOf(...Array.from({ length: 5_001 }, () => "a,b,c,d,e,f")), "One file takes at most 5,000 charges"],
  ])("that cannot be read says so: %#", async (csv, message) => {
    expect(await refusal(landlord.checkCharges({ csv }))).toContain(message);
    expect(await refusal(landlord.addCharges({ csv }))).toContain(message);
  });

  it("is open to its merchant only", async () => {
    const other = harness.caller(await harness.signIn((await makeMerchant(harness.db)).owner.id)).rent;
    const csv = fileOf("Juniper Court,1,Utility,Sewer,10.00,2026-12-01");
    expect((await other.checkCharges({ csv })).problems).toEqual([
      { line: 2, column: "Property", message: "You have no property of this name" },
    ]);
    expect(await refusal(other.addCharges({ csv }))).toContain("You have no property of this name");
  });

  it("accepts 5,000 rows over both interfaces, with one wrong row and with none, while other calls keep their body limit", async () => {
    const app = await buildApp(harness.deps);
    const rows = Array.from(
      { length: 5_000 },
      (_, index) => `Juniper Court,${(index % 40) + 1},Fee,"Key ${index}, of the gate",1.00,2026-12-31`,
    );
    const send = async (url: string, body: object) => {
      const answer = await app.inject({ method: "POST", url, headers: { authorization: `Bearer ${token}` }, payload: body });
      return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
    };
    const bad = { csv: fileOf(...rows.with(4_321, "Juniper Court,1,Fee,Key,one,2026-12-31")) };
    expect(await send("/trpc/rent.checkCharges", bad)).toMatchObject({
      status: 200,
      body: { result: { data: { charges: 4_999, problems: [{ line: 4_323, column: "Amount" }] } } },
    });
    expect(await send("/api/rent/charges", bad)).toMatchObject({ status: 409 });
    expect(await send("/api/rent/charges", { csv: fileOf(...rows) })).toMatchObject({ status: 201, body: { charges: 5_000, leases: 40 } });
    const [lines] = await harness.db
      .select({ count: count() })
      .from(leaseEntries)
      .innerJoin(charges, eq(charges.id, leaseEntries.chargeId))
      .where(eq(charges.kind, "fee"));
    expect(lines?.count).toBe(5_000);
    const long = { leaseId: "x".repeat(70_000) };
    expect((await send("/trpc/rent.addCharge", long)).status).toBe(413);
    expect((await send("/api/rent/properties", long)).status).toBe(413);
    expect((await send("/trpc/rent.checkCharges", { csv: "x".repeat(5_000_000) })).status).toBe(413);
    await app.close();
  });
});
