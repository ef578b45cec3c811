import { makeMerchant, makeUser, nextNumber } from "@hearth/db/testing/factories";
import { auditLog } from "@hearth/db/schema/audit-log";
import { merchants } from "@hearth/db/schema/merchants";
import { users } from "@hearth/db/schema/users";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => harness.close());

/** Returns a name that no other test of this file uses. */
const newName = () => `Juniper Court ${nextNumber()}`;

async function register(name: string) {
  const { token, user } = await harness.caller().merchant.signUp({
    name,
    businessType: "apartment",
    description: "Twelve apartments by the park",
    phoneNumber: "(555) 010-0142",
    address: "12 Cedar Street, Albany, NY 12207, United States",
    firstName: "Cora",
    lastName: "Vale",
    email: `cora.${nextNumber()}@example.com`,
    password: "a decent password",
  });
  const call = harness.caller(token);
  return { call, user, business: await call.merchant.business() };
}

async function signInAdmin() {
  const { id } = await makeUser(harness.db, { role: "admin" });
  return harness.caller(await harness.signIn(id, "admin"));
}

const signInPayer = async () => harness.caller(await harness.signIn((await makeUser(harness.db)).id));

/** Registers two businesses with the same name in different letters. */
async function registerLookAlike() {
  const name = newName();
  const first = await register(name);
  const second = await register(name.replace("o", "\u043e"));
  return { name, first, second };
}

describe("a business with a distinct name", () => {
  it("is active at once, and shown to payers as unreviewed", async () => {
    const { business } = await register(newName());
    expect(business).toMatchObject({ status: "active", review: "unreviewed", refusalReason: null });
    const standing = await (await signInPayer()).merchant.standing({ selectedMerchantId: business._id });
    const known = { since: business.createdAt, city: "Albany", payeeWords: null, payeeHeld: false };
    expect(standing).toEqual({ walletProven: null, reviewed: false, emailConfirmed: false, acknowledged: false, ...known });
  });

  it("is shown with an unconfirmed email until its owner confirms it", async () => {
    const { business, user } = await register(newName());
    const payer = await signInPayer();
    const isConfirmed = async () => (await payer.merchant.standing({ selectedMerchantId: business._id })).emailConfirmed;
    expect(await isConfirmed()).toBe(false);
    await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.email, user.email));
    expect(await isConfirmed()).toBe(true);
  });

  it("is acknowledged once by each payer", async () => {
    const { business } = await register(newName());
    const [payer, other] = [await signInPayer(), await signInPayer()];
    const of = { selectedMerchantId: business._id };
    await payer.merchant.acknowledge(of);
    expect(await payer.merchant.acknowledge(of)).toMatchObject({ acknowledged: true });
    expect(await payer.merchant.standing(of)).toMatchObject({ acknowledged: true });
    expect(await other.merchant.standing(of)).toMatchObject({ acknowledged: false });
    await expect(payer.merchant.acknowledge({ selectedMerchantId: "mer_nobody" })).rejects.toThrow("Merchant not found");
  });
});

describe("a business with a name like another's", () => {
  it("is registered as specified and held, and every administrator is notified", async () => {
    const admin = await signInAdmin();
    const { name, first, second } = await registerLookAlike();
    expect(second.user.merchant).toMatchObject({ status: "inactive" });
    expect(second.business).toMatchObject({ status: "inactive", review: "held" });
    expect(first.business).toMatchObject({ status: "active" });
    const adminNotifications = await admin.admin.notifications({});
    expect(
      adminNotifications.items.filter(({ title, text }) => title.includes("waiting for your review") && text.includes(name)),
    ).toHaveLength(1);
    const { items } = await (await signInPayer()).merchant.list({ limit: 500 });
    expect(items.map(({ _id }) => _id)).not.toContain(second.business._id);
  });

  it("is held also when two register one name at the same moment", async () => {
    const name = newName();
    const owners = await Promise.all([1, 2, 3, 4, 5].map(() => makeUser(harness.db, { role: "merchant" })));
    const calls = await Promise.all(owners.map(async ({ id }) => harness.caller(await harness.signIn(id))));
    const business = { name, businessType: "apartment" as const, contactName: "Cora Vale", phoneNumber: "555 0142", description: "Flats" };
    const made = await Promise.all(calls.map((call) => call.merchant.register({ ...business, address: "12 Cedar Street" })));
    expect(made.map(({ review }) => review).toSorted()).toEqual(["held", "held", "held", "held", "unreviewed"]);
  });

  it("is held for a name registered before there were skeletons", async () => {
    const name = newName();
    await makeMerchant(harness.db, { name });
    expect((await register(name.toUpperCase())).business).toMatchObject({ review: "held" });
  });

  it("is queued with the business it resembles, and active once an administrator has approved it", async () => {
    const admin = await signInAdmin();
    const { first, second } = await registerLookAlike();
    const merchantId = second.business._id;
    const waiting = (await admin.admin.heldMerchants()).find(({ merchant }) => merchant._id === merchantId);
    expect(waiting).toMatchObject({
      merchant: { name: second.business.name },
      lookAlike: { _id: first.business._id, name: first.business.name },
    });
    expect((await admin.admin.dashboard()).attention).toContainEqual(expect.objectContaining({ kind: "heldMerchants" }));

    expect(await admin.admin.approveMerchant({ merchantId })).toMatchObject({ status: "active", review: "approved" });
    await expect(admin.admin.approveMerchant({ merchantId })).rejects.toThrow("approved already");
    expect((await admin.admin.heldMerchants()).map(({ merchant }) => merchant._id)).not.toContain(merchantId);
    expect(await (await signInPayer()).merchant.standing({ selectedMerchantId: merchantId })).toMatchObject({ reviewed: true });
    expect((await second.call.auth.notifications({})).items.map(({ title }) => title)).toContain("Your business was reviewed");
    const lines = await harness.db.select().from(auditLog).where(eq(auditLog.subject, merchantId)).orderBy(auditLog.id);
    expect(lines.map(({ action }) => action)).toEqual(["merchant.registered", "merchant.approved"]);
  });

  it("is refused with a reason that its owner reads", async () => {
    const admin = await signInAdmin();
    const { second } = await registerLookAlike();
    const merchantId = second.business._id;
    const reason = "This is not your house";
    expect(await admin.admin.refuseMerchant({ merchantId, reason })).toMatchObject({ status: "inactive", review: "refused" });
    await expect(admin.admin.refuseMerchant({ merchantId, reason })).rejects.toThrow("refused already");
    await expect(admin.admin.refuseMerchant({ merchantId, reason: " " })).rejects.toThrow("Enter a reason");
    expect(await second.call.merchant.business()).toMatchObject({ review: "refused", refusalReason: reason });
    expect(await admin.admin.editMerchant({ merchantId, status: "active" })).toMatchObject({ status: "active", review: "approved" });
  });

  it("keeps a suspension through any review", async () => {
    const admin = await signInAdmin();
    const { second } = await registerLookAlike();
    const merchantId = second.business._id;
    await admin.admin.editMerchant({ merchantId, status: "suspended" });
    expect(await admin.admin.approveMerchant({ merchantId })).toMatchObject({ status: "suspended", review: "approved" });
  });

  it("is released by another name, and stays unreviewed", async () => {
    const { second } = await registerLookAlike();
    expect(await second.call.merchant.editBusiness({ name: newName() })).toMatchObject({ status: "active", review: "unreviewed" });
  });
});

describe("a new name", () => {
  it("is refused where it resembles another's", async () => {
    const name = newName();
    await register(name);
    const { call } = await register(newName());
    await expect(call.merchant.editBusiness({ name: name.replace("J", "\uff2a") })).rejects.toThrow("too close to another business's");
  });

  it("clears an approval, and keeps a refusal", async () => {
    const admin = await signInAdmin();
    const { call, business } = await register(newName());
    await admin.admin.approveMerchant({ merchantId: business._id });
    expect(await call.merchant.editBusiness({ phoneNumber: "(555) 010-0143" })).toMatchObject({ review: "approved" });
    expect(await call.merchant.editBusiness({ name: newName() })).toMatchObject({ status: "active", review: "unreviewed" });
    await admin.admin.refuseMerchant({ merchantId: business._id, reason: "No one lives there" });
    expect(await call.merchant.editBusiness({ name: newName() })).toMatchObject({ status: "inactive", review: "refused" });
  });
});

it("a merchant that an administrator adds counts as reviewed", async () => {
  const { merchant } = await (
    await signInAdmin()
  ).admin.createMerchant({
    name: newName(),
    businessType: "apartment",
    description: "Twelve lofts",
    firstName: "Ines",
    lastName: "Prado",
    ownerEmail: `ines.${nextNumber()}@example.com`,
    email: "office@lakeside.example",
    phoneNumber: "555 0123",
    street: "1 Shore Road",
    city: "Duluth",
    state: "MN",
    zipCode: "55802",
    country: "United States",
    walletAddress: "",
  });
  expect(merchant.review).toBe("approved");
  const [row] = await harness.db.select().from(merchants).where(eq(merchants.name, merchant.name));
  expect(publicId("merchant", row?.id ?? "")).toBe(merchant._id);
  expect(row?.nameSkeleton).not.toBe("");
});
