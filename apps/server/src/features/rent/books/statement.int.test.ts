import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";

let harness: Harness;
let landlord: ReturnType<Harness["caller"]>["rent"];
let tenant: ReturnType<Harness["caller"]>["rent"];
let leaseId: string;

beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-11-22T12:00:00Z")) });
  harness.clock.set(new Date("2026-11-30T18:00:00Z"));
  const { merchant, owner } = await makeMerchant(harness.db);
  const maya = await makeUser(harness.db, { enrolledMerchantId: merchant.id, emailConfirmedAt: harness.clock.now() });
  landlord = harness.caller(await harness.signIn(owner.id)).rent;
  tenant = harness.caller(await harness.signIn(maya.id)).rent;
  await landlord.addProperty({ name: "Juniper Court", units: ["4B"] });
  const unitId = (await landlord.properties({})).items[0]?.units[0]?._id ?? "";
  const tenants = [{ name: "Maya Okafor", email: maya.email }];
  leaseId = (await landlord.createLease({ unitId, startsOn: "2026-10-01", rent: "1450.00", timeZone: "America/Chicago", tenants }))._id;
  await landlord.addCredit({ leaseId, kind: "outside", amount: "1400.00", on: "2026-10-31", note: "=SUM(A1), by check" });
  const water = { leaseId, kind: "utility" as const, description: "Water", amount: "31.20", dueOn: "2026-11-05" };
  const { _id: chargeId } = await landlord.addCharge(water);
  await landlord.voidCharge({ chargeId, reason: "Someone else's" });
  await landlord.addCredit({ leaseId, kind: "credit", amount: "10.00", on: "2026-11-30", note: "The lift" });
});
afterAll(() => harness.close());

const november = { startDate: "2026-11-01", endDate: "2026-11-30" };
const rowsOf = (content: string): string[][] => parse(Buffer.from(content, "base64").toString(), { bom: true });

describe("a statement", () => {
  it("has the opening balance, every line from the first day through the last, and the closing balance", async () => {
    const { fileName, content } = await tenant.ownStatement({ leaseId, ...november, format: "csv" });
    expect(fileName).toBe("hearth-statement-2026-11-01-2026-11-30.csv");
    expect(rowsOf(content).slice(1)).toEqual([
      ["2026-11-01", "Balance forward", "", "", "", "50.00", ""],
      ["2026-11-01", "Rent for November 2026", "", "1450.00", "", "1500.00", ""],
      ["2026-11-05", "Water", "", "31.20", "", "1531.20", ""],
      ["2026-11-05", "Voided: Water", "Someone else's", "", "31.20", "1500.00", ""],
      ["2026-11-30", "Credit", "The lift", "", "10.00", "1490.00", ""],
      ["2026-11-30", "Ending balance", "", "", "", "1490.00", ""],
    ]);
  });

  it("ends with the ledger's balance, also for days without a line", async () => {
    const whole = rowsOf((await landlord.statement({ leaseId, startDate: "2026-01-01", endDate: "2026-12-31", format: "csv" })).content);
    const { items } = await landlord.ledger({ leaseId });
    expect(Number(whole.at(-1)?.[5])).toBe(items[0]?.balance);
    const after = rowsOf((await landlord.statement({ leaseId, startDate: "2027-01-01", endDate: "2027-01-31", format: "csv" })).content);
    expect(after.slice(1).map((row) => Number(row[5]))).toEqual([items[0]?.balance, items[0]?.balance]);
  });

  it("escapes formulas in a landlord's notes", async () => {
    const { content } = await tenant.ownStatement({ leaseId, startDate: "2026-10-01", endDate: "2026-10-31", format: "csv" });
    expect(rowsOf(content)[3]?.[2]).toBe("'=SUM(A1), by check");
  });

  it("is a PDF of as many pages as its lines take", async () => {
    const pagesOf = async () => {
      const { mediaType, content } = await tenant.ownStatement({ leaseId, ...november });
      const pdf = Buffer.from(content, "base64").toString("latin1");
      expect([mediaType, pdf.slice(0, 5)]).toEqual(["application/pdf", "%PDF-"]);
      return Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(pdf)?.[1]);
    };
    expect(await pagesOf()).toBe(1);
    for (let day = 1; day <= 30; day += 1) {
      const on = `2026-11-${String(day).padStart(2, "0")}`;
      await landlord.addCharge({ leaseId, kind: "fee", description: `Parking, ${"a long word ".repeat(15)}`, amount: "1.00", dueOn: on });
    }
    expect(await pagesOf()).toBeGreaterThan(1);
  });

  it("refuses days that end before they begin", async () => {
    await expect(tenant.ownStatement({ leaseId, startDate: "2026-11-30", endDate: "2026-11-01" })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  it("is returned over REST as a file", async () => {
    const token = await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin");
    const url = `/api/admin/leases/${leaseId}/statement?startDate=2026-11-01&endDate=2026-11-30`;
    const answer = await harness.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="hearth-statement-2026-11-01-2026-11-30.pdf"');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
  });
});
