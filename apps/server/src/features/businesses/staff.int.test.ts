import { auditLog } from "@hearth/db/schema/audit-log";
import { mails } from "@hearth/db/schema/mails";
import { merchantStaff } from "@hearth/db/schema/merchant-staff";
import { merchants } from "@hearth/db/schema/merchants";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser, nextNumber } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { publicId } from "@hearth/domain/ids";
import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { and, asc, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { mailedToken } from "../../testing/mailed-token.ts";
import { resolveActor } from "../auth/sessions/sessions.service.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => harness.close());

const newEmail = () => `grace.${nextNumber()}@example.com`;

/** Creates a business whose owner is signed in and has confirmed their email. */
async function openBusiness() {
  const { merchant, owner } = await makeMerchant(harness.db);
  await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.id, owner.id));
  return { merchant, owner, call: harness.caller(await harness.signIn(owner.id)) };
}

/** Invites somebody and returns the token of the mailed link. */
async function invite(call: ReturnType<Harness["caller"]>, email: string, role: StaffRole) {
  await call.staff.invite({ email, role });
  return mailedToken(harness, email, "staffInvited");
}

async function accept(invitation: string) {
  const person = { firstName: "Grace", lastName: "Park", password: "a decent password" };
  const { token, user } = await harness.caller().staff.accept({ token: invitation, ...person });
  return { token, user, call: harness.caller(token) };
}

/** Creates a business with a staff member. */
async function employ(role: StaffRole) {
  const business = await openBusiness();
  const staff = await accept(await invite(business.call, newEmail(), role));
  const { items } = await business.call.staff.list();
  return { ...business, staff, staffId: items[0]?._id ?? "" };
}

describe("an invitation to work for a business", () => {
  it("is mailed with its link, can be read before it is accepted, and creates a staff account", async () => {
    const { call, merchant } = await openBusiness();
    const email = newEmail();
    const answer = await call.staff.invite({ email: email.toUpperCase(), role: "manager" });
    expect(answer).toEqual({ message: `Invitation sent to ${email}` });
    const [mail] = await harness.db.select().from(mails).where(eq(mails.toAddress, email));
    expect(mail?.event).toMatchObject({ kind: "staffInvited", merchant: merchant.name, role: "manager" });
    const mailed = await mailedToken(harness, email, "staffInvited");
    expect(await harness.caller().staff.invitation({ token: mailed })).toEqual({ business: merchant.name, email, role: "manager" });

    const { user, call: staff } = await accept(mailed);
    expect(user).toMatchObject({ email, role: "merchant", merchant: { name: merchant.name } });
    expect(await staff.merchant.business()).toMatchObject({ _id: publicId("merchant", merchant.id), yourRole: "manager" });
    expect((await call.staff.list()).items).toMatchObject([{ email, name: "Grace Park", state: "joined", role: "manager", isYou: false }]);
    await expect(harness.caller().staff.invitation({ token: mailed })).rejects.toThrow("already used or is too old");
  });

  it("is refused while the business is suspended, and works again afterwards", async () => {
    const { call, merchant } = await openBusiness();
    const become = (status: "suspended" | "active") => harness.db.update(merchants).set({ status }).where(eq(merchants.id, merchant.id));
    const invited = await makeUser(harness.db, { role: "merchant" });
    const [first, second] = [await invite(call, invited.email, "manager"), await invite(call, newEmail(), "viewer")];
    const theirs = harness.caller(await harness.signIn(invited.id));
    await become("suspended");
    const refusal = {
      message: `${merchant.name} is suspended, so no one can join it now. Your link works again once it is active, until the invitation runs out.`,
      cause: { code: "BUSINESS_SUSPENDED" },
    };
    await expect(harness.caller().staff.invitation({ token: first })).rejects.toMatchObject(refusal);
    await expect(theirs.staff.join({ token: first })).rejects.toMatchObject(refusal);
    await expect(accept(second)).rejects.toMatchObject(refusal);
    await become("active");
    await theirs.staff.join({ token: first });
    await accept(second);
  });

  it("is refused when the business is suspended while somebody joins", async () => {
    const { call, merchant } = await openBusiness();
    const token = await invite(call, newEmail(), "manager");
    const hash = harness.deps.passwords.hash.bind(harness.deps.passwords);
    harness.deps.passwords.hash = async (...given) => {
      await harness.db.update(merchants).set({ status: "suspended" }).where(eq(merchants.id, merchant.id));
      return hash(...given);
    };
    try {
      await expect(accept(token)).rejects.toMatchObject({ cause: { code: "BUSINESS_SUSPENDED" } });
    } finally {
      harness.deps.passwords.hash = hash;
    }
    expect(await harness.db.$count(merchantStaff, and(eq(merchantStaff.merchantId, merchant.id), isNotNull(merchantStaff.userId)))).toBe(0);
  });

  it("is refused once it was replaced, revoked, or is two weeks old", async () => {
    const { call } = await openBusiness();
    const email = newEmail();
    const first = await invite(call, email, "viewer");
    const second = await invite(call, email, "viewer");
    await expect(accept(first)).rejects.toThrow("already used or is too old");
    const [invited] = (await call.staff.list()).items;
    expect(invited).toMatchObject({ state: "invited", name: null });
    expect((await call.staff.remove({ staffId: invited?._id ?? "" })).items).toEqual([]);
    await expect(accept(second)).rejects.toThrow("already used or is too old");

    const separateHarness = await startHarness({ env: { RATE_LIMITS: "off" } });
    const { merchant, owner } = await makeMerchant(separateHarness.db);
    await separateHarness.db.update(users).set({ emailConfirmedAt: separateHarness.clock.now() });
    const someone = newEmail();
    await separateHarness.caller(await separateHarness.signIn(owner.id)).staff.invite({ email: someone, role: "viewer" });
    const token = await mailedToken(separateHarness, someone, "staffInvited");
    expect(await separateHarness.caller().staff.invitation({ token })).toMatchObject({ business: merchant.name });
    separateHarness.clock.advance({ hours: 14 * 24 });
    await expect(separateHarness.caller().staff.invitation({ token })).rejects.toThrow("already used or is too old");
    const late = separateHarness.caller(await separateHarness.signIn(owner.id));
    expect((await late.staff.list()).items).toMatchObject([{ state: "expired" }]);
    await separateHarness.close();
  });

  it("requires its sender's confirmed email", async () => {
    const { owner } = await makeMerchant(harness.db);
    const call = harness.caller(await harness.signIn(owner.id));
    await expect(call.staff.invite({ email: newEmail(), role: "viewer" })).rejects.toThrow("confirm your own email first");
  });

  it("can be accepted only by an account with its email and without a business", async () => {
    const { call, merchant } = await openBusiness();
    const person = await makeUser(harness.db, { role: "merchant" });
    const token = await invite(call, person.email, "viewer");
    const stranger = harness.caller(await harness.signIn((await makeUser(harness.db, { role: "merchant" })).id));
    await expect(stranger.staff.join({ token })).rejects.toThrow(`for the merchant account of ${person.email}`);
    const joined = harness.caller(await harness.signIn(person.id));
    expect(await joined.staff.join({ token })).toMatchObject({ merchant: { name: merchant.name } });

    const other = await openBusiness();
    const ofOther = await invite(other.call, person.email, "viewer");
    await expect(joined.staff.join({ token: ofOther })).rejects.toThrow("works for another business");
    const toOwner = await invite(call, other.owner.email, "viewer");
    await expect(other.call.staff.join({ token: toOwner })).rejects.toThrow("has a business of its own");
    await expect(call.staff.invite({ email: person.email, role: "owner" })).rejects.toThrow("already work for this business");
  });

  it("is told to every owner at once, as are joining, another role and removal", async () => {
    const { call, staff: coOwner, owner } = await employ("owner");
    await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.email, coOwner.user.email));
    const email = newEmail();
    const changesTo = async (address: string) => {
      const rows = await harness.db.select({ event: mails.event }).from(mails).where(eq(mails.toAddress, address)).orderBy(asc(mails.id));
      return rows.flatMap(({ event }) => (event.kind === "staffChanged" && event.email === email ? [event] : []));
    };
    const newcomer = await accept(await invite(coOwner.call, email, "viewer"));
    const staffId = (await call.staff.list()).items.find((item) => item.email === email)?._id ?? "";
    await call.staff.changeRole({ staffId, role: "manager" });
    await call.staff.remove({ staffId });
    const isOwn = (change: string, byOwner: boolean) => (change === "invited" ? !byOwner : change !== "joined" && byOwner);
    for (const { address, byOwner } of [
      { address: owner.email, byOwner: true },
      { address: coOwner.user.email, byOwner: false },
    ]) {
      const told = await changesTo(address);
      expect(
        told.map(({ change }) => change),
        address,
      ).toEqual(["invited", "joined", "roleChanged", "removed"]);
      for (const { change, byReader } of told) expect(byReader === true).toBe(isOwn(change, byOwner));
    }
    expect(await changesTo(newcomer.user.email)).toEqual([]);
  });

  it("requires a recent step-up of its sender", async () => {
    const { owner } = await openBusiness();
    const token = await harness.signIn(owner.id);
    const actor = await resolveActor(harness.deps, token);
    const stale = { ...actor!, authenticatedAt: new Date(harness.clock.now().getTime() - 3_600_000) };
    await expect(harness.caller(stale).staff.invite({ email: newEmail(), role: "owner" })).rejects.toMatchObject({
      cause: { code: "STEP_UP_REQUIRED" },
    });
  });
});

describe("a business's notification", () => {
  const kindsOf = async (call: ReturnType<Harness["caller"]>) => (await call.auth.notifications({})).items.map(({ kind }) => kind);
  const mailsTo = (email: string) => harness.db.select().from(mails).where(eq(mails.toAddress, email));

  it("reaches its staff by their role, and by mail as each of them chooses", async () => {
    const { call, merchant } = await openBusiness();
    const staffMembers = [];
    for (const role of ["manager", "manager", "viewer"] as const) {
      const email = newEmail();
      staffMembers.push({ email, ...(await accept(await invite(call, email, role))) });
    }
    const [manager, quiet, viewer] = staffMembers;
    if (!manager || !quiet || !viewer) throw new Error("Nobody was employed");
    const choices = (await quiet.call.auth.setMailPreference({ group: "business", on: false })).optional;
    expect(choices.map(({ group, on }) => ({ group, on }))).toEqual([
      { group: "disputes", on: true },
      { group: "business", on: false },
      { group: "summary", on: true },
    ]);
    expect((await viewer.call.auth.mailPreferences()).optional).toEqual([]);

    const payer = await makeUser(harness.db);
    const payment = await makePayment(harness.db, {
      merchantId: merchant.id,
      consumerId: payer.id,
      status: "completed",
      amountCents: 20_000,
    });
    const asPayer = harness.caller(await harness.signIn(payer.id));
    const filed = await asPayer.disputes.file({ paymentId: publicId("payment", payment.id), reason: "No heating", amount: "150.00" });
    await manager.call.disputes.comment({ disputeId: filed._id, comment: "It works again" });
    expect((await kindsOf(call)).filter((kind) => kind !== "staffChanged")).toEqual(["disputeAnswered", "disputeFiled"]);
    expect(await kindsOf(manager.call)).toEqual(["disputeFiled"]);
    expect(await kindsOf(quiet.call)).toEqual(["disputeAnswered", "disputeFiled"]);
    expect(await kindsOf(viewer.call)).toEqual([]);
    const [answer] = (await asPayer.auth.notifications({})).items;
    expect(answer?.text).toContain(merchant.name);
    expect((await mailsTo(manager.email)).map(({ event }) => event.kind)).toContain("disputeFiled");
    expect((await mailsTo(quiet.email)).map(({ event }) => event.kind)).not.toContain("disputeFiled");
    const { disputes } = await call.merchant.attention();
    expect(disputes.count).toBe(0);
  });

  it("does not reach removed staff", async () => {
    const { call, staff, staffId, merchant } = await employ("manager");
    await call.staff.remove({ staffId });
    const payment = await makePayment(harness.db, { merchantId: merchant.id, status: "completed", amountCents: 20_000 });
    const asPayer = harness.caller(await harness.signIn(payment.consumerId));
    await asPayer.disputes.file({ paymentId: publicId("payment", payment.id), reason: "No heating", amount: "150.00" });
    expect((await mailsTo(staff.user.email)).map(({ event }) => event.kind)).not.toContain("disputeFiled");
  });
});

describe("a staff member", () => {
  it("can read as a viewer, and change nothing", async () => {
    const { staff } = await employ("viewer");
    await staff.call.merchant.attention();
    await staff.call.rent.properties({});
    const refused = "Your role at this business does not include this";
    await expect(staff.call.rent.addProperty({ name: "Elm House", address: "1 Elm Street", units: ["1"] })).rejects.toThrow(refused);
    await expect(staff.call.merchant.editBusiness({ phoneNumber: "555 0100" })).rejects.toThrow(refused);
    await expect(staff.call.staff.invite({ email: newEmail(), role: "owner" })).rejects.toThrow(refused);
  });

  it("can do the daily work as a manager, but not change wallet, settings or staff", async () => {
    const { staff, staffId } = await employ("manager");
    await staff.call.rent.addProperty({ name: "Elm House", address: "1 Elm Street", units: ["1"] });
    const refused = "Your role at this business does not include this";
    await expect(staff.call.merchant.setPayoutWallet({ walletAddress: `0x${"1".repeat(40)}`, password: "x" })).rejects.toThrow(refused);
    await expect(staff.call.merchant.editBusiness({ phoneNumber: "555 0100" })).rejects.toThrow(refused);
    await expect(staff.call.staff.changeRole({ staffId, role: "owner" })).rejects.toThrow(refused);
  });

  it("gets the existing business when they register one", async () => {
    const { staff, merchant } = await employ("owner");
    const { name, businessType, contactName, address, phoneNumber } = merchant;
    const registered = await staff.call.merchant.register({ name, businessType, contactName, address, phoneNumber, description: "Homes" });
    expect(registered._id).toBe(publicId("merchant", merchant.id));
  });

  it("can do everything as an owner, except to themselves", async () => {
    const { staff, staffId } = await employ("owner");
    expect(await staff.call.merchant.editBusiness({ phoneNumber: "555 0100" })).toMatchObject({ phoneNumber: "555 0100" });
    await expect(staff.call.staff.changeRole({ staffId, role: "viewer" })).rejects.toThrow("Someone else has to do this for you");
    await expect(staff.call.staff.remove({ staffId })).rejects.toThrow("Someone else has to do this for you");
  });

  it("can answer disputes under the business's name as a manager, but not as a viewer", async () => {
    const { call, staff, staffId, merchant } = await employ("manager");
    const payment = await makePayment(harness.db, { merchantId: merchant.id, status: "completed" });
    const dispute = await makeDispute(harness.db, { paymentId: payment.id });
    const disputeId = publicId("dispute", dispute.id);
    const answered = await staff.call.disputes.comment({ disputeId, comment: "We have looked at the heating" });
    expect(answered.comments).toMatchObject([{ addedBy: { firstName: "Grace", role: "merchant" } }]);
    await call.staff.changeRole({ staffId, role: "viewer" });
    await staff.call.disputes.get({ disputeId });
    await expect(staff.call.disputes.comment({ disputeId, comment: "And again" })).rejects.toThrow("does not include this");
  });

  it("is named in the audit log", async () => {
    const { staff, user } = await employ("manager").then(({ staff: one }) => ({ staff: one.call, user: one.user }));
    const { _id } = await staff.rent.addProperty({ name: "Birch House", address: "2 Birch Street", units: ["1"] });
    const [line] = await harness.db.select().from(auditLog).where(eq(auditLog.subject, _id));
    expect(publicId("user", line?.actorId ?? "")).toBe(user._id);
  });

  it("is signed out on every device when removed, and has no business afterwards", async () => {
    const { call, staff, staffId, merchant } = await employ("owner");
    await call.staff.remove({ staffId });
    expect(await resolveActor(harness.deps, staff.token)).toBeNull();
    const [row] = await harness.db.select().from(merchantStaff).where(eq(merchantStaff.merchantId, merchant.id));
    const again = harness.caller(await harness.signIn(row?.userId ?? ""));
    await expect(again.merchant.business()).rejects.toThrow("No merchant account found");
    await expect(again.staff.list()).rejects.toThrow("No merchant account found");
    await expect(call.staff.remove({ staffId })).rejects.toThrow("No one works here by this");
  });

  it("is signed out with the owner when an administrator suspends the business", async () => {
    const { staff, merchant } = await employ("viewer");
    const admin = await makeUser(harness.db, { role: "admin" });
    const call = harness.caller(await harness.signIn(admin.id, "admin"));
    await call.admin.editMerchant({ merchantId: publicId("merchant", merchant.id), status: "suspended" });
    expect(await resolveActor(harness.deps, staff.token)).toBeNull();
  });
});
