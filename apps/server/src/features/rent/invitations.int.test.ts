import { mails } from "@hearth/db/schema/mails";
import { merchants } from "@hearth/db/schema/merchants";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser, nextNumber } from "@hearth/db/testing/factories";
import { makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../testing/harness.ts";
import { mailTokenContext } from "../notifications/notify.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => harness.close());

const worthNothing = "used already or is too old";
const tokenOf = (url: string) => new URL(url).hash.slice(1);
const place = { address: "12 Maple Street, Springfield, IL 62704", aptNumber: "4B" };
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

describe("an invitation of a tenant", () => {
  it("goes out by mail, and enrolls whoever follows it with that landlord and apartment, without typing", async () => {
    const { call, merchant, owner } = await openBusiness();
    const email = newEmail();
    const { url } = await call.invitations.invite({ email, ...place });
    const [mail] = await harness.db.select().from(mails).where(eq(mails.toAddress, email));
    expect(mail?.event).toEqual({ kind: "tenantInvited", merchant: merchant.name, aptNumber: "4B" });
    const token = harness.deps.encryption.decrypt(mail?.encryptedToken ?? "", mailTokenContext(owner.id));
    expect(token).toBe(tokenOf(url));
    const merchantId = publicId("merchant", merchant.id);
    expect(await harness.caller().invitations.open({ token })).toEqual({ merchantId, merchant: merchant.name, ...place });

    const tenant = await signInTenant();
    expect(await tenant.call.invitations.follow({ token })).toMatchObject({ selectedMerchantId: merchantId, ...place });
    expect(await call.invitations.list()).toMatchObject([{ email, state: "joined", aptNumber: "4B" }]);
    await expect((await signInTenant()).call.invitations.follow({ token })).rejects.toThrow(worthNothing);
  });

  it("is worth nothing once it was taken back, replaced, or is two weeks old", async () => {
    const { call } = await openBusiness();
    const email = newEmail();
    const { url: first } = await call.invitations.invite({ email, ...place });
    const { url: second } = await call.invitations.invite({ email, ...place });
    await expect(harness.caller().invitations.open({ token: tokenOf(first) })).rejects.toThrow(worthNothing);
    const [living] = await call.invitations.list();
    expect(await call.invitations.takeBack({ invitationId: living?._id ?? "" })).toEqual([]);
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

  it("that names a lease makes who follows it the tenant of that lease as well", async () => {
    const { call, merchant, owner } = await openBusiness();
    const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: owner.id });
    const named = await makeLeaseTenant(harness.db, { leaseId: lease.id });
    const of = { leaseId: publicId("lease", lease.id), tenantId: publicId("leaseTenant", named.id) };
    const other = await openBusiness();
    await expect(other.call.invitations.inviteToLease(of)).rejects.toThrow("Nobody is invited by this");
    const { url } = await call.invitations.inviteToLease(of);
    const tenant = await signInTenant();
    await tenant.call.invitations.follow({ token: tokenOf(url) });
    expect((await tenant.call.rent.mine()).map(({ _id }) => _id)).toEqual([of.leaseId]);
    await expect(call.invitations.inviteToLease(of)).rejects.toThrow("Nobody is invited by this");
  });

  it("that names a lease is followed by the documented call as well, once, and by none that names none", async () => {
    const { call, merchant, owner } = await openBusiness();
    const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: owner.id });
    const named = await makeLeaseTenant(harness.db, { leaseId: lease.id });
    const of = { leaseId: publicId("lease", lease.id), tenantId: publicId("leaseTenant", named.id) };
    const { url: old } = await call.invitations.inviteToLease(of);
    const { url } = await call.invitations.inviteToLease(of);
    const tenant = await signInTenant();
    await expect(tenant.call.rent.join({ invitation: tokenOf(old) })).rejects.toThrow(worthNothing);
    const joined = await tenant.call.rent.join({ invitation: tokenOf(url) });
    expect(joined).toEqual({ _id: of.leaseId, merchantId: publicId("merchant", merchant.id) });
    expect((await tenant.call.rent.ownLedger({ leaseId: of.leaseId })).items).toEqual([]);
    await expect(tenant.call.rent.join({ invitation: tokenOf(url) })).rejects.toThrow(worthNothing);
    const { url: elsewhere } = await call.invitations.invite({ email: newEmail(), ...place });
    await expect(tenant.call.rent.join({ invitation: tokenOf(elsewhere) })).rejects.toThrow(worthNothing);
    expect(await harness.caller().invitations.open({ token: tokenOf(elsewhere) })).toMatchObject({ merchant: merchant.name });
  });

  it("is for consumers, of a landlord who takes payments and has confirmed their own e-mail", async () => {
    const { call, merchant, owner } = await openBusiness();
    const { url } = await call.invitations.invite({ email: newEmail(), ...place });
    await expect(call.invitations.follow({ token: tokenOf(url) })).rejects.toThrow("sign in as the tenant");
    await harness.db.update(merchants).set({ status: "inactive" }).where(eq(merchants.id, merchant.id));
    const tenant = await signInTenant();
    await expect(tenant.call.invitations.follow({ token: tokenOf(url) })).rejects.toMatchObject({
      cause: { code: "MERCHANT_UNAVAILABLE" },
    });
    expect(await call.invitations.list()).toMatchObject([{ state: "invited" }]);
    await harness.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, owner.id));
    await expect(call.invitations.invite({ email: newEmail(), ...place })).rejects.toThrow("confirm your own e-mail first");
  });
});
