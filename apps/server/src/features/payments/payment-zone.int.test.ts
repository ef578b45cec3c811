import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { makeLease, makeLeaseCredit } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";

/** 10:30 PM on November 26 in Los Angeles, half past midnight on November 27 in Chicago, and 3:30 PM in Tokyo. */
const evening = new Date("2026-11-27T06:30:00Z");

let harness: Harness;
let tenant: ReturnType<Harness["caller"]>;
let landlord: ReturnType<Harness["caller"]>;
let admin: ReturnType<Harness["caller"]>;
let ids: { loose: string; leased: string; dispute: string };
let tenantToken: string;

/** A landlord in Los Angeles with a lease in Chicago: one completed payment without a lease, and one for the lease. The tenant reads in Tokyo. */
beforeAll(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off" } });
  const { db } = harness;
  const { merchant, owner } = await makeMerchant(db, { name: "Harbor", timeZone: "America/Los_Angeles" });
  const payer = await makeUser(db, { timeZone: "Asia/Tokyo" });
  const common = { consumerId: payer.id, merchantId: merchant.id, status: "completed", createdAt: evening, completedAt: evening } as const;
  const loose = await makePayment(db, { ...common, amountCents: 10_000, description: "Parking" });
  const leased = await makePayment(db, { ...common, amountCents: 20_000, description: "Rent" });
  const lease = await makeLease(db, { merchantId: merchant.id, createdBy: owner.id, tenantId: payer.id, timeZone: "America/Chicago" });
  await makeLeaseCredit(db, { leaseId: lease.id, kind: "payment", paymentId: leased.id, createdBy: payer.id });
  const dispute = await makeDispute(db, { paymentId: leased.id });
  ids = { loose: publicId("payment", loose.id), leased: publicId("payment", leased.id), dispute: publicId("dispute", dispute.id) };
  tenantToken = await harness.signIn(payer.id);
  tenant = harness.caller(tenantToken);
  landlord = harness.caller(await harness.signIn(owner.id));
  admin = harness.caller(await harness.signIn((await makeUser(db, { role: "admin" })).id, "admin"));
});
afterAll(() => harness.close());

const zonesOf = (items: readonly { description: string; timeZone: string }[]) =>
  Object.fromEntries(items.map(({ description, timeZone }) => [description, timeZone]));

describe("the time zone of a payment", () => {
  const expected = { Parking: "America/Los_Angeles", Rent: "America/Chicago" };

  it("is its lease's, or without a lease its merchant's, for payer, merchant and administrator", async () => {
    expect(zonesOf((await tenant.payments.list({})).items)).toEqual(expected);
    expect(zonesOf((await landlord.merchant.transactions({})).items)).toEqual(expected);
    expect(zonesOf((await admin.admin.transactions({})).items)).toEqual(expected);
    for (const [paymentId, zone] of [
      [ids.loose, expected.Parking],
      [ids.leased, expected.Rent],
    ] as const) {
      expect((await tenant.payments.get({ paymentId })).timeZone).toBe(zone);
      expect((await landlord.merchant.transaction({ paymentId })).timeZone).toBe(zone);
      expect((await admin.admin.transaction({ transactionId: paymentId })).timeZone).toBe(zone);
    }
  });

  it("comes with the property and unit of its lease, or of its payer's only one, for merchant and administrator", async () => {
    const homes = (items: readonly { description: string; home: string | null }[]) =>
      new Map(items.map((item) => [item.description, item.home]));
    for (const { items } of [await landlord.merchant.transactions({}), await admin.admin.transactions({})]) {
      expect(homes(items).get("Rent")).toMatch(/^Juniper Court \d+ \d+$/);
      expect(homes(items).get("Parking")).toBe(homes(items).get("Rent"));
    }
    expect((await landlord.merchant.transaction({ paymentId: ids.leased })).home).toMatch(/^Juniper Court/);
    expect((await admin.admin.transaction({ transactionId: ids.loose })).home).toMatch(/^Juniper Court/);
  });

  it("is that of its dispute", async () => {
    expect((await tenant.disputes.get({ disputeId: ids.dispute })).timeZone).toBe(expected.Rent);
    expect((await landlord.disputes.listForMerchant({})).items.map(({ timeZone }) => timeZone)).toEqual([expected.Rent]);
    expect((await admin.disputes.listForAdmin({})).items.map(({ timeZone }) => timeZone)).toEqual([expected.Rent]);
    expect((await admin.admin.dashboard()).recentDisputes.map(({ timeZone }) => timeZone)).toEqual([expected.Rent]);
  });

  it("is named beside each time of every CSV file, whoever reads it", async () => {
    const files = [
      await tenant.payments.exportHistory({ timeZone: "Asia/Tokyo" }),
      await landlord.merchant.exportTransactions({}),
      await admin.admin.exportTransactions({ timeZone: "UTC" }),
    ];
    for (const { csv } of files) {
      expect(csv).toContain("\uFEFFDate,Time zone,");
      expect(csv).toContain("2026-11-26 22:30:00,America/Los_Angeles,");
      expect(csv).toContain("2026-11-27 00:30:00,America/Chicago,");
    }
  });

  it("names the day of its receipt's file, whoever asks for it", async () => {
    const headers = { authorization: `Bearer ${tenantToken}`, "x-time-zone": "Asia/Tokyo" };
    const answers = await Promise.all(
      [ids.loose, ids.leased].map((id) => harness.app.inject({ url: `/api/payments/${id}/receipt`, headers })),
    );
    const names = answers.map(({ headers: { "content-disposition": name } }) => String(name));
    expect(names[0]).toContain("hearth-receipt-2026-11-26-");
    expect(names[1]).toContain("hearth-receipt-2026-11-27-");
  });
});
