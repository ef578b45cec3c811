import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { mails } from "@hearth/db/schema/mails";
import { merchants } from "@hearth/db/schema/merchants";
import { users } from "@hearth/db/schema/users";
import { makeTenantInvitation } from "@hearth/db/testing/rent-factories";
import { makeMerchant, makeUser, nextNumber } from "@hearth/db/testing/factories";
import { makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { createAccountToken } from "../../auth/sessions/account-tokens.ts";
import { mailTokenContext } from "../../notifications/notify.ts";
import { sendWaitingInvitations } from "./send-waiting-invitations.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => harness.close());

const worthNothing = "already used or is too old";
const tokenOf = (url: string) => new URL(url).hash.slice(1);
const place = { address: "12 Maple Street, Springfield, IL 62704", aptNumber: "4B" };
const enrolling = { ...place, phoneNumber: "(555) 010-0100" };
const newEmail = () => `maya.${nextNumber()}@example.com`;

async function openBusiness() {
  const { merchant, owner } = await makeMerchant(harness.db);
  await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.id, owner.id));
  return { merchant, owner, call: harness.caller(await harness.signIn(owner.id)) };
}

async function signInTenant() {
  const user = await makeUser(harness.db);
  return { user, call: harness.caller(await harness.signIn(user.id)) };
}

/** Creates a lease of a new unit with one tenant. */
async function letTo({ rent }: ReturnType<Harness["caller"]>, email: string, more: { invite?: boolean } = {}): Promise<string> {
  await rent.addProperty({ name: `House ${nextNumber()}`, units: ["1"] });
  const free = (await rent.properties({ limit: 500 })).items.flatMap(({ units }) => units).find(({ lease }) => lease === null);
  const terms = { startsOn: "2026-12-01", rent: "1450.00", timeZone: "America/Chicago" };
  return (await rent.createLease({ unitId: free?._id ?? "", ...terms, ...more, tenants: [{ name: "Maya Okafor", email }] }))._id;
}

const mailsTo = (email: string) => harness.db.select().from(mails).where(eq(mails.toAddress, email));

describe("an invitation of a tenant", () => {
  it("is mailed, and enrolls the person who follows it with that landlord and apartment, without typing", async () => {
    const { call, merchant, owner } = await openBusiness();
    const email = newEmail();
    const { url } = await call.invitations.invite({ email, ...place });
    const [mail] = await harness.db.select().from(mails).where(eq(mails.toAddress, email));
    expect(mail?.event).toEqual({ kind: "tenantInvited", merchant: merchant.name, businessType: "apartment", ...place });
    const token = harness.deps.encryption.decrypt(mail?.encryptedToken ?? "", mailTokenContext(owner.id));
    expect(token).toBe(tokenOf(url));
    const merchantId = publicId("merchant", merchant.id);
    const invitedBy = `${owner.firstName} ${owner.lastName}`;
    const common = { merchantId, merchant: merchant.name, businessType: "apartment", invitedBy, email, ...place, lease: null };
    expect(await harness.caller().invitations.open({ token })).toEqual({ _id: expect.stringMatching(/^tin_/), ...common });

    const tenant = await signInTenant();
    expect(await tenant.call.invitations.follow({ token })).toMatchObject({ selectedMerchantId: merchantId, ...place });
    expect((await call.invitations.list({})).items).toMatchObject([{ email, state: "joined", aptNumber: "4B" }]);
    await expect((await signInTenant()).call.invitations.follow({ token })).rejects.toThrow(worthNothing);
  });

  it("can be listed and revoked however many came after it, page by page", async () => {
    const { call, merchant, owner } = await openBusiness();
    for (let number = 0; number < 5; number++) {
      const createdAt = new Date(harness.clock.now().getTime() + number * 1_000);
      await makeTenantInvitation(harness.db, { merchantId: merchant.id, invitedBy: owner.id, createdAt });
    }
    const first = await call.invitations.list({ limit: 2 });
    const second = await call.invitations.list({ limit: 2, cursor: first.nextCursor ?? "" });
    const last = await call.invitations.list({ limit: 2, cursor: second.nextCursor ?? "" });
    const listedIds = [first, second, last].flatMap(({ items }) => items.map(({ _id }) => _id));
    expect([new Set(listedIds).size, last.nextCursor]).toEqual([5, null]);
    await call.invitations.takeBack({ invitationId: listedIds[4] ?? "" });
    expect((await call.invitations.list({})).items.map(({ _id }) => _id)).toEqual(listedIds.slice(0, 4));
  });

  it("is mailed again with a new link in place of the one before, and never by another landlord or after it was accepted", async () => {
    const { call } = await openBusiness();
    const email = newEmail();
    const { url: first } = await call.invitations.invite({ email, ...place });
    const [invited] = (await call.invitations.list({})).items;
    const invitationId = invited?._id ?? "";
    const { call: other } = await openBusiness();
    await expect(other.invitations.resend({ invitationId })).rejects.toThrow("accepted, cancelled or replaced");
    const { url: second } = await call.invitations.resend({ invitationId });
    expect(await mailsTo(email)).toHaveLength(2);
    await expect(harness.caller().invitations.open({ token: tokenOf(first) })).rejects.toThrow(worthNothing);
    const items = (await call.invitations.list({})).items;
    expect(items).toMatchObject([{ email, ...place, state: "invited" }]);
    await (await signInTenant()).call.invitations.follow({ token: tokenOf(second) });
    await expect(call.invitations.resend({ invitationId: items[0]?._id ?? "" })).rejects.toThrow("accepted, cancelled or replaced");
  });

  it("is invalid once revoked, replaced or two weeks old", async () => {
    const { call } = await openBusiness();
    const email = newEmail();
    const { url: first } = await call.invitations.invite({ email, ...place });
    const { url: second } = await call.invitations.invite({ email, ...place });
    await expect(harness.caller().invitations.open({ token: tokenOf(first) })).rejects.toThrow(worthNothing);
    const [living] = (await call.invitations.list({})).items;
    await call.invitations.takeBack({ invitationId: living?._id ?? "" });
    expect((await call.invitations.list({})).items).toEqual([]);
    await expect((await signInTenant()).call.invitations.follow({ token: tokenOf(second) })).rejects.toThrow(worthNothing);
    await expect(call.invitations.takeBack({ invitationId: living?._id ?? "" })).rejects.toThrow("no such invitation");

    const { url: third } = await call.invitations.invite({ email, ...place });
    const tenant = await makeUser(harness.db);
    const now = harness.clock.now();
    harness.clock.advance({ hours: 14 * 24 });
    const late = harness.caller(await harness.signIn(tenant.id));
    await expect(late.invitations.follow({ token: tokenOf(third) })).rejects.toThrow(worthNothing);
    harness.clock.set(now);
  });

  it("that names a lease makes the person who follows it a tenant of that lease", async () => {
    const { call, merchant, owner } = await openBusiness();
    const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: owner.id });
    const named = await makeLeaseTenant(harness.db, { leaseId: lease.id });
    const tenantRef = { leaseId: publicId("lease", lease.id), tenantId: publicId("leaseTenant", named.id) };
    const other = await openBusiness();
    await expect(other.call.invitations.inviteToLease(tenantRef)).rejects.toThrow("No one is invited by this");
    const { url } = await call.invitations.inviteToLease(tenantRef);
    const tenant = await signInTenant();
    await tenant.call.invitations.follow({ token: tokenOf(url) });
    expect(await tenant.call.rent.mine()).toMatchObject([{ _id: tenantRef.leaseId, businessType: "apartment" }]);
    await expect(call.invitations.inviteToLease(tenantRef)).rejects.toThrow("No one is invited by this");
  });

  it("that names a lease can also be followed by the documented call, once; one that names no lease cannot", async () => {
    const { call, merchant, owner } = await openBusiness();
    const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: owner.id });
    const named = await makeLeaseTenant(harness.db, { leaseId: lease.id });
    const tenantRef = { leaseId: publicId("lease", lease.id), tenantId: publicId("leaseTenant", named.id) };
    const { url: old } = await call.invitations.inviteToLease(tenantRef);
    const { url } = await call.invitations.inviteToLease(tenantRef);
    const tenant = await signInTenant();
    await expect(tenant.call.rent.join({ invitation: tokenOf(old) })).rejects.toThrow(worthNothing);
    const joined = await tenant.call.rent.join({ invitation: tokenOf(url) });
    expect(joined).toEqual({ _id: tenantRef.leaseId, merchantId: publicId("merchant", merchant.id) });
    expect((await tenant.call.rent.ownLedger({ leaseId: tenantRef.leaseId })).items).toEqual([]);
    await expect(tenant.call.rent.join({ invitation: tokenOf(url) })).rejects.toThrow(worthNothing);
    const { url: elsewhere } = await call.invitations.invite({ email: newEmail(), ...place });
    await expect(tenant.call.rent.join({ invitation: tokenOf(elsewhere) })).rejects.toThrow(worthNothing);
    expect(await harness.caller().invitations.open({ token: tokenOf(elsewhere) })).toMatchObject({ merchant: merchant.name });
  });

  it("is sent automatically to an address that an account has not confirmed, and opens the lease to the person who reads the mail", async () => {
    const { call, merchant, owner } = await openBusiness();
    const email = newEmail();
    const squatter = await makeUser(harness.db, { email, enrolledMerchantId: merchant.id });
    const leaseId = await letTo(call, email);
    const stranger = harness.caller(await harness.signIn(squatter.id));
    for (const chosen of [(await openBusiness()).merchant, merchant])
      await stranger.auth.completeEnrollment({ ...enrolling, selectedMerchantId: publicId("merchant", chosen.id) });
    expect(await stranger.rent.mine()).toEqual([]);
    await expect(stranger.rent.ownLedger({ leaseId })).rejects.toThrow("Lease not found");
    const sent = await harness.db.select().from(mails).where(eq(mails.toAddress, email));
    expect(sent.map(({ event }) => event)).toMatchObject([{ kind: "tenantInvited", lease: { rentCents: 145_000, dueDay: 1 } }]);
    const token = harness.deps.encryption.decrypt(sent[0]?.encryptedToken ?? "", mailTokenContext(owner.id));
    const reader = await signInTenant();
    await reader.call.invitations.follow({ token });
    expect((await reader.call.rent.mine()).map(({ _id }) => _id)).toEqual([leaseId]);
    expect(await stranger.rent.mine()).toEqual([]);
  });

  it("is not needed by a person who confirms the address or chooses the landlord after the lease was made, and still works for them", async () => {
    const { call, merchant, owner } = await openBusiness();
    const elsewhere = await openBusiness();
    const [early, late] = [newEmail(), newEmail()];
    const unconfirmed = await makeUser(harness.db, { email: early, enrolledMerchantId: merchant.id });
    const confirmed = await makeUser(harness.db, { email: late, emailConfirmedAt: harness.clock.now() });
    const [leaseId, otherLease] = [await letTo(call, early), await letTo(call, late)];
    await letTo(elsewhere.call, early);
    const link = await harness.db.transaction((tx) =>
      createAccountToken(tx, { userId: unconfirmed.id, email: early }, "confirmEmail", harness.clock.now()),
    );
    const [first, second] = [harness.caller(await harness.signIn(unconfirmed.id)), harness.caller(await harness.signIn(confirmed.id))];
    expect([await first.rent.mine(), await second.rent.mine()]).toEqual([[], []]);
    await harness.caller().auth.confirmEmail({ token: link ?? "" });
    await second.auth.completeEnrollment({ ...enrolling, selectedMerchantId: publicId("merchant", merchant.id) });
    expect((await first.rent.mine()).map(({ _id }) => _id)).toEqual([leaseId]);
    expect((await second.rent.mine()).map(({ _id }) => _id)).toEqual([otherLease]);

    const [mail] = await harness.db.select().from(mails).where(eq(mails.toAddress, early));
    const token = harness.deps.encryption.decrypt(mail?.encryptedToken ?? "", mailTokenContext(owner.id));
    await first.invitations.follow({ token });
    expect((await first.rent.mine()).map(({ _id }) => _id)).toEqual([leaseId]);
  });

  it("is for consumers, of a landlord who takes payments and has confirmed their own email", async () => {
    const { call, merchant, owner } = await openBusiness();
    const { url } = await call.invitations.invite({ email: newEmail(), ...place });
    await expect(call.invitations.follow({ token: tokenOf(url) })).rejects.toThrow("sign in as the tenant");
    await harness.db.update(merchants).set({ status: "inactive" }).where(eq(merchants.id, merchant.id));
    const tenant = await signInTenant();
    await expect(tenant.call.invitations.follow({ token: tokenOf(url) })).rejects.toMatchObject({
      cause: { code: "MERCHANT_UNAVAILABLE" },
    });
    expect((await call.invitations.list({})).items).toMatchObject([{ state: "invited" }]);
    await harness.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, owner.id));
    await expect(call.invitations.invite({ email: newEmail(), ...place })).rejects.toThrow("confirm your own email first");
  });
});

describe("an invitation of a landlord who has not confirmed their own email", () => {
  const state = async (call: ReturnType<Harness["caller"]>) =>
    (await call.invitations.list({})).items.map(({ state, waitsFor }) => [state, waitsFor]);

  /** A lease by a landlord whose email is not confirmed, and the link that confirms it. */
  async function waiting() {
    const { call, merchant, owner } = await openBusiness();
    await harness.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, owner.id));
    const email = newEmail();
    const leaseId = await letTo(call, email, { invite: true });
    const confirm = async () => {
      const link = await harness.db.transaction((tx) =>
        createAccountToken(tx, { userId: owner.id, email: owner.email }, "confirmEmail", harness.clock.now()),
      );
      await harness.caller().auth.confirmEmail({ token: link ?? "" });
    };
    return { call, merchant, owner, email, leaseId, confirm };
  }

  it("waits, is mailed once they have, and makes the person who follows it a tenant", async () => {
    const [first, second] = [await waiting(), await waiting()];
    await sendWaitingInvitations(harness.deps);
    expect([await state(first.call), await mailsTo(first.email)]).toEqual([[["waiting", "confirmedEmail"]], []]);
    expect((await first.call.rent.lease({ leaseId: first.leaseId })).tenants).toMatchObject([
      { invitation: { waitsFor: "confirmedEmail" } },
    ]);
    await first.confirm();
    harness.clock.advance({ hours: 20 });
    for (let run = 0; run < 2; run++) await sendWaitingInvitations(harness.deps);
    expect(await state(first.call)).toEqual([["invited", null]]);
    const sent = await mailsTo(first.email);
    expect(sent.map(({ event }) => event.kind)).toEqual(["tenantInvited"]);
    const token = harness.deps.encryption.decrypt(sent[0]?.encryptedToken ?? "", mailTokenContext(first.owner.id));
    const tenant = await signInTenant();
    await tenant.call.invitations.follow({ token });
    expect((await tenant.call.rent.mine()).map(({ _id }) => _id)).toEqual([first.leaseId]);
    expect([await state(second.call), await mailsTo(second.email)]).toEqual([[["waiting", "confirmedEmail"]], []]);
  });

  it("is mailed also where they confirm while the lease is being created", async () => {
    const emails: string[] = [];
    for (let round = 0; round < 8; round++) {
      const { call, confirm } = await waiting();
      const email = newEmail();
      emails.push(email);
      await Promise.all([letTo(call, email, { invite: true }), confirm()]);
    }
    await sendWaitingInvitations(harness.deps);
    for (const email of emails) expect(await mailsTo(email)).toHaveLength(1);
  });

  it("is mailed once when two processes send at the same time", async () => {
    const { confirm, email } = await waiting();
    await confirm();
    await Promise.all([sendWaitingInvitations(harness.deps), sendWaitingInvitations(harness.deps)]);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("is not mailed once it was taken back, and once the tenant joined, moved out or replaced it", async () => {
    const [taken, joined, left] = [await waiting(), await waiting(), await waiting()];
    const [invitation] = (await taken.call.invitations.list({})).items;
    await taken.call.invitations.takeBack({ invitationId: invitation?._id ?? "" });
    const account = await makeUser(harness.db, { email: joined.email, emailConfirmedAt: harness.clock.now() });
    const chosen = { ...enrolling, selectedMerchantId: publicId("merchant", joined.merchant.id) };
    await harness.caller(await harness.signIn(account.id)).auth.completeEnrollment(chosen);
    await harness.db
      .update(leaseTenants)
      .set({ movedOutOn: "2026-12-02", endedAt: new Date("2026-11-01T00:00:00Z") })
      .where(eq(leaseTenants.email, left.email));
    for (const { confirm } of [taken, joined, left]) await confirm();
    await sendWaitingInvitations(harness.deps);
    for (const { call, email } of [taken, joined, left]) expect([await state(call), await mailsTo(email)]).toEqual([[], []]);
  });

  it("waits on while the business is suspended, and is mailed once it is active again", async () => {
    const { call, merchant, email, confirm } = await waiting();
    await confirm();
    await harness.db.update(merchants).set({ status: "suspended" }).where(eq(merchants.id, merchant.id));
    await sendWaitingInvitations(harness.deps);
    expect([await state(call), await mailsTo(email)]).toEqual([[["waiting", "moreEmails"]], []]);
    await harness.db.update(merchants).set({ status: "active" }).where(eq(merchants.id, merchant.id));
    harness.clock.advance({ hours: 2 });
    await sendWaitingInvitations(harness.deps);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("is not sent where the lease is created without invitations", async () => {
    const { call } = await openBusiness();
    const email = newEmail();
    await letTo(call, email);
    expect([await state(call), await mailsTo(email)]).toEqual([[], []]);
  });
});

it("an invitation above a business's ceiling of mails waits and is mailed the next day, and delays no other business", async () => {
  const limited = await startHarness();
  try {
    const { merchant, owner } = await makeMerchant(limited.db);
    const other = await makeMerchant(limited.db);
    for (const { id } of [owner, other.owner])
      await limited.db.update(users).set({ emailConfirmedAt: limited.clock.now() }).where(eq(users.id, id));
    for (let mail = 0; mail < limits.strangerMails.newBusiness; mail++) await limited.deps.sharedLimits.count("strangerMail", merchant.id);
    const call = limited.caller(await limited.signIn(owner.id));
    const email = newEmail();
    await letTo(call, email, { invite: true });
    const due = { inviteHash: null, waitingSince: limited.clock.now(), sendAt: limited.clock.now() };
    const next = await makeTenantInvitation(limited.db, { merchantId: other.merchant.id, invitedBy: other.owner.id, ...due });
    await sendWaitingInvitations(limited.deps);
    const sentTo = async (address: string) => (await limited.db.select().from(mails).where(eq(mails.toAddress, address))).length;
    expect([(await call.invitations.list({})).items[0]?.waitsFor, await sentTo(email), await sentTo(next.email)]).toEqual([
      "moreEmails",
      0,
      1,
    ]);
    limited.clock.advance({ hours: 25 });
    await sendWaitingInvitations(limited.deps);
    expect(await sentTo(email)).toBe(1);
  } finally {
    await limited.close();
  }
});

describe("invitations that wait for an account", () => {
  const terms = { rent: 1_450, dueDay: 1, startsOn: "2026-12-01", endsOn: null };
  const account = async (email: string, isConfirmed: boolean) => {
    const user = await makeUser(harness.db, { email, emailConfirmedAt: isConfirmed ? harness.clock.now() : null });
    return harness.caller(await harness.signIn(user.id));
  };

  it("are shown with the home and its rent once its email is confirmed, and accepted without their link, by it alone and once", async () => {
    const [first, second] = [await openBusiness(), await openBusiness()];
    const email = newEmail();
    const leaseId = await letTo(first.call, email, { invite: true });
    await second.call.invitations.invite({ email, ...place });
    const before = await account(email, false);
    expect(await before.invitations.mine()).toEqual({ needsConfirmation: true, items: [] });
    await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.email, email));
    const { items } = await before.invitations.mine();
    expect(items).toMatchObject([
      { merchant: second.merchant.name, lease: null },
      { merchant: first.merchant.name, aptNumber: "1", lease: terms },
    ]);
    const invitationId = items[1]?._id ?? "";
    const other = await account(newEmail(), true);
    await expect(other.invitations.accept({ invitationId })).rejects.toThrow("no longer open");
    await before.invitations.accept({ invitationId });
    expect((await before.rent.mine()).map(({ _id }) => _id)).toEqual([leaseId]);
    await expect(before.invitations.accept({ invitationId })).rejects.toThrow("no longer open");
    expect((await before.invitations.mine()).items).toMatchObject([{ merchant: second.merchant.name }]);
  });

  it("are neither shown nor accepted while their email is not confirmed, or once they were taken back or their business is suspended", async () => {
    const [suspended, withdrawn] = [await openBusiness(), await openBusiness()];
    const email = newEmail();
    for (const { call } of [suspended, withdrawn]) await call.invitations.invite({ email, ...place });
    const [open] = (await withdrawn.call.invitations.list({})).items;
    const unconfirmed = await account(email, false);
    await expect(unconfirmed.invitations.accept({ invitationId: open?._id ?? "" })).rejects.toThrow("no longer open");
    await withdrawn.call.invitations.takeBack({ invitationId: open?._id ?? "" });
    await harness.db.update(merchants).set({ status: "suspended" }).where(eq(merchants.id, suspended.merchant.id));
    await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.email, email));
    expect(await unconfirmed.invitations.mine()).toEqual({ needsConfirmation: false, items: [] });
  });
});

it("an expired invitation is mailed again with a new link when its holder asks, once, and one that was used or taken back is not", async () => {
  const { call, owner } = await openBusiness();
  const [email, usedBy] = [newEmail(), newEmail()];
  const { url } = await call.invitations.invite({ email, ...place });
  const { url: used } = await call.invitations.invite({ email: usedBy, ...place });
  const anyone = harness.caller();
  expect(await anyone.invitations.renew({ token: tokenOf(url) })).toEqual({ isRenewed: false });
  await (await signInTenant()).call.invitations.follow({ token: tokenOf(used) });
  const now = harness.clock.now();
  harness.clock.advance({ hours: 15 * 24 });
  expect(await anyone.invitations.renew({ token: tokenOf(used) })).toEqual({ isRenewed: false });
  const asked = await Promise.all([1, 2].map(() => anyone.invitations.renew({ token: tokenOf(url) })));
  expect(asked.filter(({ isRenewed }) => isRenewed)).toHaveLength(1);
  await sendWaitingInvitations(harness.deps);
  const sent = await harness.db.select().from(mails).where(eq(mails.toAddress, email));
  const tokens = sent.map(({ encryptedToken }) => harness.deps.encryption.decrypt(encryptedToken ?? "", mailTokenContext(owner.id)));
  const living = await Promise.allSettled(tokens.map((token) => anyone.invitations.open({ token })));
  expect(living.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  harness.clock.set(now);
});
