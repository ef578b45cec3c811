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

describe("a reminder by hand", () => {
  it("tells tenants who have joined the open amount, once per key and once in twenty hours", async () => {
    const { id, leaseId, userId } = await rented();
    await makeCharge(harness.db, { leaseId: id, dueOn: "2026-11-05" });
    const asked = { leaseId, idempotencyKey: "reminder-of-november" };
    expect(await landlord.remind(asked)).toEqual({ tenants: 1, switchedOff: 0 });
    expect(await landlord.remind(asked)).toEqual({ tenants: 1, switchedOff: 0 });
    expect(await refusal(landlord.remind({ leaseId }))).not.toBe("taken");
    expect(await mailsTo(userId)).toMatchObject([{ kind: "rentReminder", amountCents: 6_000, dueOn: "2026-11-05", leaseId }]);
    harness.clock.set(new Date("2026-11-23T09:00:00Z"));
    expect(await landlord.remind({ leaseId })).toEqual({ tenants: 1, switchedOff: 0 });
    expect(await mailsTo(userId)).toHaveLength(2);
  });

  it("is not mailed to a tenant who has switched reminders off, and shows in the product", async () => {
    const { id, leaseId, userId } = await rented();
    await harness.db
      .update(users)
      .set({ mutedMails: ["reminders"] })
      .where(eq(users.id, userId));
    await makeCharge(harness.db, { leaseId: id });
    expect(await landlord.remind({ leaseId })).toEqual({ tenants: 0, switchedOff: 1 });
    expect(await mailsTo(userId)).toEqual([]);
    const { items } = await harness.caller(await harness.signIn(userId)).auth.notifications({});
    expect(items[0]?.title).toContain("reminds you of $60.00");
  });

  it("is refused where nothing is owed, nobody has joined, or the lease is another's", async () => {
    const { leaseId } = await rented();
    expect(await refusal(landlord.remind({ leaseId }))).toBe("Nothing is owed on this lease");
    const alone = await makeLease(harness.db, business);
    await makeLeaseTenant(harness.db, { leaseId: alone.id });
    await makeCharge(harness.db, { leaseId: alone.id });
    const nobody = "Nobody of this lease has an account yet. Please invite them first.";
    expect(await refusal(landlord.remind({ leaseId: publicId("lease", alone.id) }))).toBe(nobody);
    const other = harness.caller(await harness.signIn((await makeMerchant(harness.db)).owner.id)).rent;
    expect(await refusal(other.remind({ leaseId }))).toBe("Lease not found");
  });
});
