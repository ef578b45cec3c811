import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeCharge, makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";

let harness: Harness;
let admin: ReturnType<Harness["caller"]>["rent"];
const made: { lease: string; merchant: string }[] = [];
beforeAll(async () => {
  harness = await startHarness();
  admin = harness.caller(await harness.signIn((await makeUser(harness.db, { role: "admin" })).id, "admin")).rent;
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
  it("come the newest first, page by page, each once, with what is owed", async () => {
    const [first, second, third] = made.map(({ lease }) => lease);
    expect(await idsOf({})).toEqual([third, second, first]);
    const page = await admin.leasesForAdmin({ limit: 2 });
    expect(page.items[0]).toMatchObject({ merchant: { name: "Pine Lofts Two" }, tenants: ["Cy Adeyemi"], owed: 60, autopay: false });
    expect(await idsOf({ limit: 2, cursor: page.nextCursor ?? "" })).toEqual([first]);
  });

  it("are found by tenant, landlord, unit and id, and of one landlord", async () => {
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
    expect(await idsOf({ merchantId: "mer_nothing" })).toEqual([]);
  });
});
