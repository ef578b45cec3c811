import { mails } from "@hearth/db/schema/mails";
import { merchants } from "@hearth/db/schema/merchants";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeStaff, makeUser, nextNumber } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeUnit } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSharedLimits } from "../../shared-limits.ts";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { requireStrangerMail } from "./standing.service.ts";

const { newBusiness, perPayer, most } = limits.strangerMails;
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.close());

const place = { address: "1 Elm Street", aptNumber: "4B" };
const newEmail = () => `stranger${nextNumber()}@quill.example`;

async function openBusiness(values: Parameters<typeof makeMerchant>[1] = {}) {
  const { merchant, owner } = await makeMerchant(harness.db, values);
  await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.id, owner.id));
  return { merchant, owner, call: harness.caller(await harness.signIn(owner.id)) };
}
type Business = Awaited<ReturnType<typeof openBusiness>>;

function ask({ call }: Pick<Business, "call">, email: string) {
  return call.requests.create({ name: "Ada Quill", email, amount: "60.00", description: "Parking", dueOn: "2026-12-01" });
}

/** Counts several mails of a business at once, in two processes. Returns how many were allowed. */
async function countAtOnce(merchantId: string, times: number): Promise<number> {
  const merchant = await harness.db.query.merchants.findFirst({ where: eq(merchants.id, merchantId) });
  if (!merchant) throw new Error("The merchant does not exist");
  const processes = [harness.deps, { sharedLimits: createSharedLimits(harness.db, harness.clock) }];
  const counts = Array.from({ length: times }, async (_, turn) =>
    harness.db.transaction((tx) => requireStrangerMail(processes[turn % 2] ?? harness.deps, tx, merchant)),
  );
  return (await Promise.allSettled(counts)).filter(({ status }) => status === "fulfilled").length;
}

describe("mails to people who may not know a business", () => {
  it("are counted together, whatever they are about, and only where they were queued", async () => {
    const business = await openBusiness();
    const emails = [newEmail(), newEmail(), newEmail()] as const;
    await ask(business, emails[0]);
    await business.call.invitations.invite({ email: emails[1], ...place });
    await business.call.staff.invite({ email: emails[2], role: "viewer" });
    const worker = await makeUser(harness.db, { role: "merchant" });
    await makeStaff(harness.db, { merchantId: business.merchant.id, invitedBy: business.owner.id, userId: worker.id, email: worker.email });
    const refused = business.call.staff.invite({ email: worker.email, role: "viewer" });
    await expect(refused).rejects.toThrow("They already work for this business");
    expect(await harness.db.$count(mails, inArray(mails.toAddress, [...emails]))).toBe(3);
    expect(await countAtOnce(business.merchant.id, newBusiness)).toBe(newBusiness - 3);
    await expect(ask(business, newEmail())).rejects.toMatchObject({
      message: expect.stringContaining(`its ${newBusiness} invitations and payment requests of today`),
      cause: { code: "RATE_LIMITED", retryAfterSeconds: 24 * 60 * 60 },
    });
    await expect(business.call.invitations.invite({ email: newEmail(), ...place })).rejects.toMatchObject({
      cause: { code: "RATE_LIMITED" },
    });
    expect((await business.call.invitations.list({})).items).toHaveLength(1);
    expect((await ask(await openBusiness(), newEmail())).state).toBe("open");
  });

  it("are as many as the ceiling when two processes count at once, and again the next day", async () => {
    const { merchant } = await openBusiness();
    expect(await countAtOnce(merchant.id, newBusiness + 10)).toBe(newBusiness);
    const now = harness.clock.now();
    harness.clock.advance({ hours: 24 });
    expect(await countAtOnce(merchant.id, 3)).toBe(3);
    harness.clock.set(now);
  });

  it("are more for each person who has paid the business, not for each payment", async () => {
    const { merchant } = await openBusiness();
    const payer = await makeUser(harness.db);
    for (let time = 0; time < 2; time += 1)
      await makePayment(harness.db, { consumerId: payer.id, merchantId: merchant.id, status: "completed" });
    const other = await makeUser(harness.db);
    await makePayment(harness.db, { consumerId: other.id, merchantId: merchant.id, status: "failed" });
    expect(await countAtOnce(merchant.id, newBusiness + perPayer + 5)).toBe(newBusiness + perPayer);
  });

  it("are the most for an approved business, and none for one that is held or refused", async () => {
    const reviewer = await makeUser(harness.db, { role: "admin" });
    const reviewed = { reviewedAt: harness.clock.now(), reviewedBy: reviewer.id };
    const { merchant } = await openBusiness(reviewed);
    expect(await countAtOnce(merchant.id, newBusiness + 30)).toBe(newBusiness + 30);
    expect(most).toBeGreaterThan(newBusiness + 30);
    const held = { heldAt: harness.clock.now(), lookAlikeId: merchant.id };
    for (const values of [held, { ...reviewed, refusalReason: "Not who they say" }]) {
      const { call } = await openBusiness(values);
      const refusal = { cause: { code: "MERCHANT_UNAVAILABLE" }, message: expect.stringContaining("We have not approved your business") };
      await expect(call.invitations.invite({ email: newEmail(), ...place })).rejects.toMatchObject(refusal);
    }
  });

  it("never refuse a lease: its tenants beyond the ceiling are named, and invited another day", async () => {
    const { merchant, call } = await openBusiness();
    expect(await countAtOnce(merchant.id, newBusiness - 1)).toBe(newBusiness - 1);
    const { unit } = await makeUnit(harness.db, { merchantId: merchant.id });
    // A lease invites those who have chosen its landlord and not confirmed their email.
    const people = [0, 1].map(() => makeUser(harness.db, { enrolledMerchantId: merchant.id }));
    const tenants = (await Promise.all(people)).map(({ email }) => ({ name: "Ada Quill", email }));
    const lease = { unitId: publicId("unit", unit.id), startsOn: "2026-11-15", rent: "1450.00", timeZone: "America/Chicago", tenants };
    const { _id: leaseId } = await call.rent.createLease(lease);
    const emails = tenants.map(({ email }) => email);
    expect(await harness.db.$count(mails, inArray(mails.toAddress, emails))).toBe(1);
    expect((await call.rent.lease({ leaseId })).tenants).toHaveLength(2);
  });

  it("need a confirmed email, and payment requests a payout wallet", async () => {
    const { owner } = await makeMerchant(harness.db);
    const unconfirmed = harness.caller(await harness.signIn(owner.id));
    const refusal = { message: expect.stringContaining("confirm your own email first"), cause: { code: "EMAIL_UNCONFIRMED" } };
    await expect(unconfirmed.invitations.invite({ email: newEmail(), ...place })).rejects.toMatchObject(refusal);
    await expect(unconfirmed.staff.invite({ email: newEmail(), role: "viewer" })).rejects.toMatchObject(refusal);
    await expect(ask({ call: unconfirmed }, newEmail())).rejects.toMatchObject(refusal);
    const unpaid = await openBusiness({ payeeAddress: null });
    await expect(ask(unpaid, newEmail())).rejects.toMatchObject({
      message: expect.stringContaining("set up your payout wallet first"),
      cause: { code: "MERCHANT_WALLET_MISSING" },
    });
    await expect(unpaid.call.invitations.invite({ email: newEmail(), ...place })).resolves.toBeDefined();
  });
});

describe("the units of a business", () => {
  it("are bounded until it was paid or approved, also when two calls add the last one at once", async () => {
    const { merchant, call } = await openBusiness();
    const names = (count: number) => Array.from({ length: count }, (_, number) => String(number + 1));
    const { _id: propertyId } = await call.rent.addProperty({ name: "Elm House", units: names(500) });
    await call.rent.addProperty({ name: "Birch House", units: names(limits.units.newBusiness - 501) });
    const both = await Promise.allSettled(["601", "602"].map((name) => call.rent.addUnit({ propertyId, name })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const refusal = { message: expect.stringContaining("A new business has at most 1,000 units. Nothing was added."), code: "CONFLICT" };
    await expect(call.rent.addProperty({ name: "Cedar House", units: ["1"] })).rejects.toMatchObject(refusal);
    expect((await (await openBusiness()).call.rent.addProperty({ name: "Cedar House", units: ["1"] }))._id).toMatch(/^prp_/);
    const payer = await makeUser(harness.db);
    await makePayment(harness.db, { consumerId: payer.id, merchantId: merchant.id, status: "completed" });
    await expect(call.rent.addProperty({ name: "Cedar House", units: ["1"] })).resolves.toBeDefined();
  });
});
