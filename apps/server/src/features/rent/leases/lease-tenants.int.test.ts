import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { mails } from "@hearth/db/schema/mails";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeStaff, makeUser, nextNumber } from "@hearth/db/testing/factories";
import { makeCharge, makeScheduledPayment, makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { readRecordDocument } from "@hearth/domain/records/signed-record";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { judgeScheduledPayment } from "../../autopay/judge-scheduled-payment.ts";
import { mailTokenContext } from "../../notifications/notify.ts";

const today = "2026-11-22";
let harness: Harness;
let business: { merchantId: string; createdBy: string };
let payeeId: string;
let landlord: ReturnType<Harness["caller"]>;
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date(`${today}T12:00:00Z`)), env: { RATE_LIMITS: "off" } });
});
afterAll(() => harness.close());
beforeEach(async () => {
  harness.clock.set(new Date(`${today}T12:00:00Z`));
  const { merchant, owner, payee } = await makeMerchant(harness.db);
  await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.id, owner.id));
  business = { merchantId: merchant.id, createdBy: owner.id };
  payeeId = payee?.id ?? "";
  landlord = harness.caller(await harness.signIn(owner.id));
});

const tokenOf = (url: string) => new URL(url).hash.slice(1);
const newEmail = () => `room.mate.${nextNumber()}@example.com`;
const signIn = async (userId: string) => harness.caller(await harness.signIn(userId));
const refusal = async (call: Promise<unknown>) =>
  call.then(
    () => "taken",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );
const tenantsOf = async (leaseId: string) => (await landlord.rent.lease({ leaseId })).tenants;
const eventsTo = async (userId: string) =>
  (await harness.db.select().from(mails).where(eq(mails.userId, userId))).map(({ event }) => event);

/** The token of the newest link that the landlord mailed to an address. */
async function linkTo(email: string): Promise<string> {
  const sent = await harness.db.select().from(mails).where(eq(mails.toAddress, email)).orderBy(mails.id);
  return harness.deps.encryption.decrypt(sent.at(-1)?.encryptedToken ?? "", mailTokenContext(business.createdBy));
}

/** A lease with a tenant who has joined, and further tenants with these names. */
async function rented(...named: string[]) {
  const user = await makeUser(harness.db);
  const lease = await makeLease(harness.db, { ...business, tenantId: user.id });
  const rows = [];
  for (const email of named) rows.push(await makeLeaseTenant(harness.db, { leaseId: lease.id, email }));
  const leaseId = publicId("lease", lease.id);
  const tenantId = async (userId = user.id) => {
    const [row] = await harness.db
      .select()
      .from(leaseTenants)
      .where(and(eq(leaseTenants.leaseId, lease.id), eq(leaseTenants.userId, userId)));
    return publicId("leaseTenant", row?.id ?? "");
  };
  return { id: lease.id, leaseId, user, tenantId, named: rows.map(({ id }) => publicId("leaseTenant", id)) };
}

describe("a tenant who closes the account", () => {
  it("leaves the lease to the landlord, who is notified and can invite again; reminders reach nobody", async () => {
    const { leaseId, id, user } = await rented();
    const manager = await makeUser(harness.db, { role: "merchant" });
    await makeStaff(harness.db, { merchantId: business.merchantId, invitedBy: business.createdBy, userId: manager.id, role: "manager" });
    await makeCharge(harness.db, { leaseId: id });
    await (await signIn(user.id)).account.close({ email: user.email });

    const [tenant] = await tenantsOf(leaseId);
    expect(tenant).toMatchObject({ hasJoined: false, name: "Maya Torres", accountClosedAt: harness.clock.now().toISOString() });
    for (const userId of [business.createdBy, manager.id]) {
      expect(await eventsTo(userId)).toMatchObject([{ kind: "tenantAccountClosed", leaseId, tenant: "Maya Torres" }]);
    }
    expect(await refusal(landlord.rent.remind({ leaseId }))).toContain("No one of this lease has an account");

    const { url } = await landlord.invitations.inviteToLease({ leaseId, tenantId: tenant?._id ?? "" });
    const back = await makeUser(harness.db);
    await (await signIn(back.id)).invitations.follow({ token: tokenOf(url) });
    expect((await (await signIn(back.id)).rent.mine()).map(({ _id }) => _id)).toEqual([leaseId]);
    expect(await tenantsOf(leaseId)).toMatchObject([{ hasJoined: true, accountClosedAt: null }]);
  });
});

describe("a tenant of two leases of one landlord", () => {
  it("has one invitation for each lease, and each joins its own lease", async () => {
    const email = newEmail();
    const [first, second] = [await rented(email), await rented(email)];
    const urls = [];
    for (const { leaseId, named } of [first, second])
      urls.push((await landlord.invitations.inviteToLease({ leaseId, tenantId: named[0] ?? "" })).url);
    // An invitation to pay without a lease is separate, too.
    await landlord.invitations.invite({ email, address: "12 Maple Street", aptNumber: "4B" });
    const tenant = await makeUser(harness.db);
    const call = await signIn(tenant.id);
    for (const url of urls) await call.invitations.follow({ token: tokenOf(url) });
    expect((await call.rent.mine()).map(({ _id }) => _id).toSorted()).toEqual([first.leaseId, second.leaseId].toSorted());
    for (const { leaseId } of [first, second]) expect(await call.rent.ownLedger({ leaseId })).toMatchObject({ items: [] });
  });
});

describe("a landlord", () => {
  it("ends the old link by correcting an email, also where nobody can be invited at the time", async () => {
    const { leaseId, named } = await rented(newEmail());
    const tenantRef = { leaseId, tenantId: named[0] ?? "" };
    const { url } = await landlord.invitations.inviteToLease(tenantRef);
    await harness.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, business.createdBy));
    expect(await landlord.rent.changeTenant({ ...tenantRef, name: "Ana Roomer", email: newEmail() })).not.toMatchObject({
      state: "invited",
    });
    await expect(harness.caller(null).invitations.open({ token: tokenOf(url) })).rejects.toThrow("already used or is too old");
  });

  it("corrects a mistyped email: the old link ends, a new one is mailed and joins the lease", async () => {
    const [wrongEmail, rightEmail] = [newEmail(), newEmail()];
    const { leaseId, named } = await rented(wrongEmail);
    const tenantRef = { leaseId, tenantId: named[0] ?? "" };
    const { url: old } = await landlord.invitations.inviteToLease(tenantRef);
    expect(await landlord.rent.changeTenant({ ...tenantRef, name: "Ana Roomer", email: rightEmail })).toEqual({
      _id: tenantRef.tenantId,
      state: "invited",
    });
    const stranger = await makeUser(harness.db);
    await expect((await signIn(stranger.id)).invitations.follow({ token: tokenOf(old) })).rejects.toThrow("already used or is too old");
    const roommate = await makeUser(harness.db);
    const call = await signIn(roommate.id);
    await call.invitations.follow({ token: await linkTo(rightEmail) });
    expect((await call.rent.mine()).map(({ _id }) => _id)).toEqual([leaseId]);
    expect(await tenantsOf(leaseId)).toMatchObject([{ hasJoined: true }, { name: "Ana Roomer", email: rightEmail, hasJoined: true }]);
    const refused = await refusal(landlord.rent.changeTenant({ ...tenantRef, name: "Ana Roomer", email: wrongEmail }));
    expect(refused).toContain("has joined with an account");
    expect(await landlord.rent.changeTenant({ ...tenantRef, name: "Ana Room", email: rightEmail })).toEqual({
      _id: tenantRef.tenantId,
      state: "joined",
    });
  });

  it("joins the holder of the corrected email at once where they have confirmed it and chosen the landlord", async () => {
    const email = newEmail();
    const holder = await makeUser(harness.db, { email, emailConfirmedAt: harness.clock.now(), enrolledMerchantId: business.merchantId });
    const wrongEmail = newEmail();
    const { leaseId, user, named } = await rented(wrongEmail);
    const tenantRef = { leaseId, tenantId: named[0] ?? "" };
    const { url: old } = await landlord.invitations.inviteToLease(tenantRef);
    expect(await landlord.rent.changeTenant({ ...tenantRef, name: "Ana Roomer", email })).toEqual({
      _id: tenantRef.tenantId,
      state: "joined",
    });
    const stranger = await makeUser(harness.db);
    await expect((await signIn(stranger.id)).invitations.follow({ token: tokenOf(old) })).rejects.toThrow("already used or is too old");
    expect((await landlord.invitations.list({})).items.map(({ email: invited }) => invited)).not.toContain(wrongEmail);
    expect((await (await signIn(holder.id)).rent.mine()).map(({ _id }) => _id)).toEqual([leaseId]);
    const again = await refusal(landlord.rent.addTenant({ leaseId, name: "Ana", email }));
    expect(again).toBe("Ana Roomer is already a tenant with this email");
    expect(await eventsTo(user.id)).toEqual([]);
  });

  it("adds a room-mate with an invitation, and notifies the other tenants; once per key", async () => {
    const email = newEmail();
    const { leaseId, user } = await rented();
    const added = { leaseId, name: "Ana Roomer", email, movedInOn: "2026-11-20", idempotencyKey: "a-room-mate-once" };
    const done = await landlord.rent.addTenant(added);
    expect(await landlord.rent.addTenant(added)).toEqual(done);
    expect(done.state).toBe("invited");
    expect(await eventsTo(user.id)).toMatchObject([
      { kind: "leaseChanged", change: "tenantAdded", tenant: "Ana Roomer", from: "2026-11-20" },
    ]);
    expect(await tenantsOf(leaseId)).toMatchObject([
      {},
      { name: "Ana Roomer", movedInOn: "2026-11-20", invitation: { mailProblem: null } },
    ]);
    const roommate = await makeUser(harness.db);
    const call = await signIn(roommate.id);
    await call.invitations.follow({ token: await linkTo(email) });
    expect((await call.rent.mine()).map(({ _id, hasLeft }) => [_id, hasLeft])).toEqual([[leaseId, false]]);
    const other = harness.caller(await harness.signIn((await makeMerchant(harness.db)).owner.id)).rent;
    expect(await refusal(other.addTenant({ leaseId, name: "Eve", email: newEmail() }))).toBe("Lease not found");
  });

  it("adds at most ten tenants, and each email once, also where two clerks do it at the same moment", async () => {
    const { leaseId } = await rented(...Array.from({ length: 8 }, newEmail));
    const email = newEmail();
    const both = await Promise.all(["Ana", "Anna"].map((name) => refusal(landlord.rent.addTenant({ leaseId, name, email }))));
    expect(both.toSorted((one, other) => one.length - other.length)).toEqual([
      "taken",
      expect.stringMatching(/tenant with this email|at most 10/),
    ]);
    expect(await refusal(landlord.rent.addTenant({ leaseId, name: "One more", email: newEmail() }))).toContain("at most 10 tenants");
  });
});

describe("a tenant who moves out", () => {
  /** Two tenants who have joined. The second paid $20.00 and moves out. */
  async function shared() {
    const place = await rented();
    const roommate = await makeUser(harness.db);
    await makeLeaseTenant(harness.db, { leaseId: place.id, userId: roommate.id, name: "Ana Roomer" });
    const tenantRef = { leaseId: place.leaseId, tenantId: await place.tenantId(roommate.id) };
    return { ...place, mate: roommate, of: tenantRef };
  }

  it("sees what was written up to the last day, and nothing later", async () => {
    const { id, leaseId, mate: roommate, of: tenantRef, user } = await shared();
    await landlord.rent.addCharge({ leaseId, kind: "repair", description: "A new lock", amount: "60.00", dueOn: today });
    await landlord.rent.addCredit({ leaseId, kind: "outside", amount: "20.00", on: today, note: "By hand" });
    expect(await landlord.rent.moveTenantOut({ ...tenantRef, movedOutOn: today })).toEqual({ _id: tenantRef.tenantId, state: "joined" });
    const call = await signIn(roommate.id);
    expect(await call.rent.mine()).toMatchObject([{ _id: leaseId, owed: 40, movedOutOn: today, hasLeft: false }]);

    harness.clock.set(new Date("2026-11-23T09:00:00Z"));
    await landlord.rent.addCharge({ leaseId, kind: "repair", description: "A window", amount: "99.00", dueOn: "2026-11-23" });
    expect(await call.rent.mine()).toMatchObject([{ _id: leaseId, owed: 0, charges: [], next: null, roommates: [], hasLeft: true }]);
    const { items } = await call.rent.ownLedger({ leaseId });
    expect(items.map(({ description, balance }) => [description, balance])).toEqual([
      ["Payment received outside Hearth", 40],
      ["A new lock", 60],
    ]);
    const { content } = await call.rent.ownStatement({ leaseId, startDate: "2026-11-01", endDate: "2026-11-30", format: "csv" });
    const csv = Buffer.from(content, "base64").toString();
    expect(csv).toContain("A new lock");
    expect(csv).not.toContain("A window");
    expect((await (await signIn(user.id)).rent.ownLedger({ leaseId })).items[0]?.description).toBe("A window");

    await landlord.rent.remind({ leaseId });
    expect(await eventsTo(roommate.id)).toMatchObject([{ kind: "leaseChanged", change: "leaving", endsOn: today }]);
    expect((await eventsTo(user.id)).map((event) => (event.kind === "leaseChanged" ? event.change : event.kind))).toEqual([
      "tenantLeaves",
      "rentReminder",
    ]);
    expect((await landlord.rent.tenants({})).items.find(({ _id }) => _id === leaseId)?.tenants).toEqual(["Maya Torres"]);
    expect(id).not.toBe("");
  });

  it("can sign a record of their own days, and the books of a month name its tenants", async () => {
    const { leaseId, id, mate: roommate, of: tenantRef, user } = await shared();
    await makeCharge(harness.db, { leaseId: id, description: "While they rented", dueOn: "2026-11-05" });
    await landlord.rent.addCredit({ leaseId, kind: "outside", amount: "60.00", on: "2026-11-06", note: "By hand" });
    await landlord.rent.moveTenantOut({ ...tenantRef, movedOutOn: "2026-11-20" });
    await landlord.rent.addTenant({ leaseId, name: "Cleo After", email: newEmail(), movedInOn: "2026-12-01" });
    await makeCharge(harness.db, { leaseId: id, description: "After they left", dueOn: "2026-11-25" });

    const options = { showTenant: true, showLandlord: true, showPlace: true, allCharges: true, showTerms: false };
    const signedBy = async (userId: string) => {
      const call = await signIn(userId);
      const { url } = await call.records.create({ leaseId, startDate: "2026-01-01", endDate: "2026-12-31", ...options });
      const { document } = await harness.caller().records.shared({ reference: new URL(url).searchParams.get("record") ?? "" });
      const record = readRecordDocument(document)?.record;
      return { to: record?.to, due: record?.charges.map(({ dueOn, otherCents }) => [dueOn, otherCents]) };
    };
    expect(await signedBy(roommate.id)).toEqual({ to: "2026-11-20", due: [["2026-11-05", 6_000]] });
    expect((await signedBy(user.id)).due).toHaveLength(2);

    const namesIn = async (period: string) =>
      (await landlord.rent.roll({ period })).items.find(({ _id }) => _id === leaseId)?.tenants.toSorted();
    expect(await namesIn("2026-11")).toEqual(["Ana Roomer", "Maya Torres"]);
    expect(await namesIn("2026-12")).toEqual(["Cleo After", "Maya Torres"]);
    const { content } = await landlord.rent.accountingFile({ period: "2026-11" });
    const lines = Buffer.from(content, "base64").toString().split("\r\n");
    const ofLease = lines.filter((line) => /While they rented|After they left/.test(line));
    expect(ofLease).toHaveLength(4);
    // One name for the lease: somebody who rented in the month, not who moved in after it.
    expect(ofLease.filter((line) => line.endsWith("Cleo After"))).toEqual([]);
  });

  it("pays by autopay what is due up to the last day, and nothing later", async () => {
    const { id, mate: roommate, of: tenantRef } = await shared();
    const signed = {
      leaseId: id,
      payerId: roommate.id,
      payeeId,
      status: "ready",
      encryptedSignature: "x",
      signedAt: harness.clock.now(),
    } as const;
    const later = new Date("2026-12-20T12:00:00Z");
    for (const period of ["2026-12-01", "2027-01-01"])
      await makeScheduledPayment(harness.db, { ...signed, period, dueOn: period, nextLookAt: later, nextCheckAt: later });
    await landlord.rent.moveTenantOut({ ...tenantRef, movedOutOn: "2026-12-31" });
    const rows = await harness.db
      .select()
      .from(scheduledPayments)
      .where(eq(scheduledPayments.payerId, roommate.id))
      .orderBy(scheduledPayments.period);
    expect(rows.map(({ nextCheckAt }) => nextCheckAt)).toEqual([harness.clock.now(), harness.clock.now()]);
    const judged = [];
    for (const row of rows) judged.push((await judgeScheduledPayment(harness.db, row, harness.clock.now())).reason);
    expect(judged[1]).toBe("leftLease");
    expect(judged[0]).not.toBe("leftLease");
    // After the last day nothing is sent for them.
    const [first] = rows;
    expect(first && (await judgeScheduledPayment(harness.db, first, new Date("2027-01-02T12:00:00Z"))).reason).toBe("leftLease");
  });

  it("is restored when the day is removed, and returns as the same tenant when added again", async () => {
    const { leaseId, mate: roommate, of: tenantRef } = await shared();
    await landlord.rent.moveTenantOut({ ...tenantRef, movedOutOn: "2026-11-20" });
    expect(await tenantsOf(leaseId)).toMatchObject([{ hasLeft: false }, { hasLeft: true, movedOutOn: "2026-11-20" }]);
    await landlord.rent.moveTenantOut({ ...tenantRef, movedOutOn: null });
    expect(await (await signIn(roommate.id)).rent.mine()).toMatchObject([{ hasLeft: false, movedOutOn: null }]);
    await landlord.rent.moveTenantOut({ ...tenantRef, movedOutOn: "2026-11-21" });
    const email = (await tenantsOf(leaseId))[1]?.email ?? "";
    expect(await landlord.rent.addTenant({ leaseId, name: "Ana Roomer", email })).toEqual({ _id: tenantRef.tenantId, state: "joined" });
    expect(await tenantsOf(leaseId)).toHaveLength(2);
  });

  it("may join the lease again by an invitation to another email", async () => {
    const { leaseId, mate: roommate, of: tenantRef } = await shared();
    await landlord.rent.moveTenantOut({ ...tenantRef, movedOutOn: "2026-11-20" });
    const email = newEmail();
    await landlord.rent.addTenant({ leaseId, name: "Ana Roomer", email });
    const call = await signIn(roommate.id);
    await call.invitations.follow({ token: await linkTo(email) });
    expect(await call.rent.mine()).toMatchObject([{ _id: leaseId, hasLeft: false }]);
  });

  it("is never the last one, also when two clerks move two of them out at the same moment", async () => {
    const { leaseId, tenantId, named } = await rented(newEmail());
    const outcomes = await Promise.all(
      [await tenantId(), named[0] ?? ""].map((id) =>
        refusal(landlord.rent.moveTenantOut({ leaseId, tenantId: id, movedOutOn: "2026-11-20" })),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(1);
    const last = "is the last tenant on this lease. Add the new tenant first, or end the lease.";
    expect(outcomes.find((outcome) => outcome !== "taken")).toContain(last);
    expect((await tenantsOf(leaseId)).filter((tenant) => tenant.hasLeft)).toHaveLength(1);
  });

  it("cannot join by the earlier invitation", async () => {
    const email = newEmail();
    const { leaseId, named } = await rented(email);
    const tenantRef = { leaseId, tenantId: named[0] ?? "" };
    const { url } = await landlord.invitations.inviteToLease(tenantRef);
    await landlord.rent.moveTenantOut({ ...tenantRef, movedOutOn: "2026-11-20" });
    await expect(harness.caller(null).invitations.open({ token: tokenOf(url) })).rejects.toThrow("already used or is too old");
    const late = await makeUser(harness.db);
    await expect((await signIn(late.id)).invitations.follow({ token: tokenOf(url) })).rejects.toThrow("already used or is too old");
    await expect(landlord.invitations.inviteToLease(tenantRef)).rejects.toThrow("No one is invited by this");
  });

  it("is refused for a day outside of the lease and for another landlord's tenant", async () => {
    const { of: tenantRef } = await shared();
    expect(await refusal(landlord.rent.moveTenantOut({ ...tenantRef, movedOutOn: "2025-12-31" }))).toContain("The lease begins on");
    const other = harness.caller(await harness.signIn((await makeMerchant(harness.db)).owner.id)).rent;
    expect(await refusal(other.moveTenantOut({ ...tenantRef, movedOutOn: today }))).toBe("Lease not found");
    const elsewhere = await rented();
    const missing = { leaseId: elsewhere.leaseId, tenantId: tenantRef.tenantId, movedOutOn: today };
    expect(await refusal(landlord.rent.moveTenantOut(missing))).toBe("Tenant not found");
  });
});
