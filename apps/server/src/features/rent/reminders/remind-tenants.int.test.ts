import { mails } from "@hearth/db/schema/mails";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeCharge, makeLease, makeLeaseTenant } from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";

let harness: Harness;
let business: { merchantId: string; createdBy: string };
let landlord: ReturnType<Harness["caller"]>["rent"];
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-11-22T12:00:00Z")) });
  const { merchant, owner } = await makeMerchant(harness.db);
  business = { merchantId: merchant.id, createdBy: owner.id };
  await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.id, owner.id));
  landlord = harness.caller(await harness.signIn(owner.id)).rent;
});
afterAll(() => harness.close());

const refusal = async (call: Promise<unknown>) =>
  call.then(
    () => "taken",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );
const mailsTo = async (userId: string) => (await harness.db.select().from(mails).where(eq(mails.userId, userId))).map(({ event }) => event);

/** A lease of two tenants, one of them without an account. */
async function rented() {
  const { id: userId } = await makeUser(harness.db);
  const { id } = await makeLease(harness.db, { ...business, tenantId: userId });
  await makeLeaseTenant(harness.db, { leaseId: id });
  return { id, leaseId: publicId("lease", id), userId };
}

const one = { tenants: 1, switchedOff: 0, invited: 1, notInvited: 0 };

describe("a reminder by hand", () => {
  it("tells tenants who have joined the open amount, once per key and once in twenty hours", async () => {
    const { id, leaseId, userId } = await rented();
    await makeCharge(harness.db, { leaseId: id, dueOn: "2026-11-05" });
    const asked = { leaseId, idempotencyKey: "reminder-of-november" };
    expect(await landlord.remind(asked)).toEqual(one);
    expect(await landlord.remind(asked)).toEqual(one);
    expect(await refusal(landlord.remind({ leaseId }))).not.toBe("taken");
    expect(await mailsTo(userId)).toMatchObject([{ kind: "rentReminder", amountCents: 6_000, dueOn: "2026-11-05", leaseId }]);
    harness.clock.set(new Date("2026-11-23T09:00:00Z"));
    expect(await landlord.remind({ leaseId })).toEqual(one);
    expect(await mailsTo(userId)).toHaveLength(2);
  });

  it("is not mailed to a tenant who has switched reminders off, and shows in the product", async () => {
    const { id, leaseId, userId } = await rented();
    await harness.db
      .update(users)
      .set({ mutedMails: ["reminders"] })
      .where(eq(users.id, userId));
    await makeCharge(harness.db, { leaseId: id });
    expect(await landlord.remind({ leaseId })).toMatchObject({ tenants: 0, switchedOff: 1 });
    expect(await mailsTo(userId)).toEqual([]);
    const { items } = await harness.caller(await harness.signIn(userId)).auth.notifications({});
    expect(items[0]?.title).toContain("Reminder: $60.00 due to");
  });

  it("mails the bill with an invitation to a tenant without an account, and a new link each time", async () => {
    const { id } = await makeLease(harness.db, business);
    const tenant = await makeLeaseTenant(harness.db, { leaseId: id });
    await makeCharge(harness.db, { leaseId: id, dueOn: "2026-11-05" });
    const leaseId = publicId("lease", id);
    expect(await landlord.remind({ leaseId })).toEqual({ tenants: 0, switchedOff: 0, invited: 1, notInvited: 0 });
    const mailed = async () => harness.db.select().from(mails).where(eq(mails.toAddress, tenant.email));
    const [mail] = await mailed();
    expect(mail?.event).toMatchObject({ kind: "tenantInvited", owed: { amountCents: 6_000, dueOn: "2026-11-05" } });
    const { items } = await harness.caller(await harness.signIn(business.createdBy)).invitations.list({});
    expect(items.filter(({ email }) => email === tenant.email)).toHaveLength(1);
    expect((await landlord.lease({ leaseId })).reminded).toMatchObject({ byHand: true });
    harness.clock.set(new Date(harness.clock.now().getTime() + 21 * 3_600_000));
    expect(await landlord.remind({ leaseId })).toMatchObject({ invited: 1 });
    expect(await mailed()).toHaveLength(2);
  });

  it("is refused where nothing is owed, nobody can be mailed, or the lease is another's", async () => {
    const { leaseId } = await rented();
    expect(await refusal(landlord.remind({ leaseId }))).toBe("Nothing is owed on this lease");
    const alone = await makeLease(harness.db, business);
    await makeLeaseTenant(harness.db, { leaseId: alone.id });
    await makeCharge(harness.db, { leaseId: alone.id });
    await harness.db.update(users).set({ emailConfirmedAt: null }).where(eq(users.id, business.createdBy));
    expect(await refusal(landlord.remind({ leaseId: publicId("lease", alone.id) }))).toContain("Confirm your own email first");
    await harness.db.update(users).set({ emailConfirmedAt: harness.clock.now() }).where(eq(users.id, business.createdBy));
    const other = harness.caller(await harness.signIn((await makeMerchant(harness.db)).owner.id)).rent;
    expect(await refusal(other.remind({ leaseId }))).toBe("Lease not found");
  });
});
