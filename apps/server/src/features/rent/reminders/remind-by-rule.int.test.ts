import { mails } from "@hearth/db/schema/mails";
import { merchants } from "@hearth/db/schema/merchants";
import { reminderRules } from "@hearth/db/schema/reminder-rules";
import { rentReminders } from "@hearth/db/schema/rent-reminders";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import {
  makeCharge,
  makeScheduledPayment,
  makeLease,
  makeLeaseCredit,
  makeLeaseTenant,
  makeReminderRule,
} from "@hearth/db/testing/rent-factories";
import { publicId } from "@hearth/domain/ids";
import { dayAfter } from "@hearth/domain/rent/calendar";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { remindByRule } from "./remind-by-rule.ts";

const dueOn = "2026-12-01";
let harness: Harness;
let business: { merchantId: string; createdBy: string };
let payeeId: string;
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-11-22T12:00:00Z")) });
});
afterAll(() => harness.close());

/** 10:00 in New York, this many days after the due date. */
const morning = (days: number) => new Date(`${dayAfter(dueOn, days)}T15:00:00Z`);
const landlord = async () => harness.caller(await harness.signIn(business.createdBy)).rent;
const mailsTo = async (userId: string) => (await harness.db.select().from(mails).where(eq(mails.userId, userId))).map(({ event }) => event);
async function runOn(...days: number[]) {
  const sent: number[] = [];
  for (const day of days) {
    harness.clock.set(morning(day));
    sent.push(await remindByRule(harness.deps));
  }
  return sent;
}

/** A lease of the business with a tenant who has joined and owes this amount in cents. */
async function rented(cents = 6_000) {
  const { id: userId } = await makeUser(harness.db);
  const { id } = await makeLease(harness.db, { ...business, tenantId: userId });
  const charge = await makeCharge(harness.db, { leaseId: id, dueOn, cents });
  return { id, leaseId: publicId("lease", id), userId, charge };
}

beforeEach(async () => {
  await harness.db.delete(reminderRules);
  const { merchant, owner, payee } = await makeMerchant(harness.db);
  payeeId = payee?.id ?? "";
  business = { merchantId: merchant.id, createdBy: owner.id };
  await harness.db.update(merchants).set({ timeZone: "America/New_York" }).where(eq(merchants.id, merchant.id));
  await makeReminderRule(harness.db, { merchantId: merchant.id });
});

describe("reminders by a landlord's rule", () => {
  it("are sent once before the due day, on it and after it, and show on the lease", async () => {
    const { leaseId, userId } = await rented();
    expect(await runOn(-6, -5, -5, -4, 0, 1, 2, 3, 4, 20)).toEqual([0, 1, 0, 0, 1, 0, 0, 1, 0, 0]);
    const expectedEvent = { kind: "rentReminder", leaseId, amountCents: 6_000, dueOn };
    expect(await mailsTo(userId)).toMatchObject([expectedEvent, expectedEvent, expectedEvent]);
    expect((await (await landlord()).lease({ leaseId })).reminded).toEqual({ at: morning(3).toISOString(), byHand: false });
  });

  it("of several leases are sent in one transaction, each to its own tenants", async () => {
    const rents = [await rented(6_000), await rented(7_000), await rented(8_000)];
    expect(await runOn(0)).toEqual([3]);
    const [row] = await harness.db.execute<{ transactions: number }>(
      sql`select count(distinct r.xmin::text)::integer as transactions from ${rentReminders} r join leases l on l.id = r.lease_id where l.merchant_id = ${business.merchantId}`,
    );
    expect(row).toEqual({ transactions: 1 });
    const told = await Promise.all(rents.map(({ userId }) => mailsTo(userId)));
    expect(told).toMatchObject([[{ amountCents: 6_000 }], [{ amountCents: 7_000 }], [{ amountCents: 8_000 }]]);
  });

  it("wait for nine in the morning at the business", async () => {
    await rented();
    harness.clock.set(new Date(`${dueOn}T13:59:00Z`));
    expect(await remindByRule(harness.deps)).toBe(0);
    harness.clock.set(new Date(`${dueOn}T14:01:00Z`));
    expect(await remindByRule(harness.deps)).toBe(1);
  });

  it("are only the latest one after days without sending, and not for rent long overdue", async () => {
    const { id, userId } = await rented();
    await makeCharge(harness.db, { leaseId: id, dueOn: "2026-09-01" });
    expect(await runOn(-4, 2)).toEqual([1, 1]);
    expect(await mailsTo(userId)).toHaveLength(2);
    expect(await runOn(9)).toEqual([0]);
  });

  it("are sent once by two concurrent runs, and once for all that is due", async () => {
    const { id, userId } = await rented();
    await makeCharge(harness.db, { leaseId: id, dueOn: dayAfter(dueOn, 2) });
    harness.clock.set(morning(0));
    let running: Promise<number>[] = [];
    // Nobody writes before both runs have read which reminders are missing.
    await harness.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${rentReminders} in exclusive mode`);
      running = [remindByRule(harness.deps), remindByRule(harness.deps)];
      const waiting = sql`select 1 from pg_locks where relation = 'rent_reminders'::regclass and not granted`;
      await expect.poll(async () => (await tx.execute(waiting)).length, { interval: 10 }).toBe(2);
    });
    expect((await Promise.all(running)).toSorted()).toEqual([0, 1]);
    expect(await mailsTo(userId)).toMatchObject([{ amountCents: 12_000, dueOn }]);
  });

  it("are not sent for paid, voided or prepaid charges, or by a business that may not be paid", async () => {
    const paid = await rented();
    await (await landlord()).addCredit({ leaseId: paid.leaseId, kind: "outside", amount: "60.00", on: "2026-11-20", note: "By hand" });
    const prepaid = await rented(2_000);
    await makeLeaseCredit(harness.db, { leaseId: prepaid.id, createdBy: business.createdBy });
    const voided = await rented();
    await (await landlord()).voidCharge({ chargeId: publicId("charge", voided.charge.id), reason: "Charged twice" });
    const alone = await makeLease(harness.db, business);
    await makeLeaseTenant(harness.db, { leaseId: alone.id });
    await makeCharge(harness.db, { leaseId: alone.id, dueOn });
    expect(await runOn(-5, 0)).toEqual([0, 0]);
    const { userId } = await rented();
    await harness.db.update(merchants).set({ status: "suspended" }).where(eq(merchants.id, business.merchantId));
    expect(await runOn(1)).toEqual([0]);
    expect(await mailsTo(userId)).toEqual([]);
  });

  it("are autopay's notice where a scheduled payment pays the bill, sent once", async () => {
    const { id, userId } = await rented();
    const rent = await makeCharge(harness.db, { leaseId: id, dueOn, kind: "rent", period: dueOn, cents: 145_000, feeFromOn: null });
    const scheduledPayment = { leaseId: id, payerId: userId, payeeId, period: dueOn, dueOn, cents: rent.cents };
    const signed = { status: "ready", encryptedSignature: "x", nextLookAt: morning(0), signedAt: morning(-9) } as const;
    await makeScheduledPayment(harness.db, { ...scheduledPayment, ...signed });
    // The $60.00 is to be paid by hand, and is reminded of without the rent.
    expect(await runOn(-5)).toEqual([1]);
    expect(await mailsTo(userId)).toMatchObject([{ kind: "rentReminder", amountCents: 6_000 }]);
    const other = await rented();
    await (await landlord()).voidCharge({ chargeId: publicId("charge", other.charge.id), reason: "Charged twice" });
    await makeCharge(harness.db, { leaseId: other.id, dueOn, kind: "rent", period: dueOn, cents: rent.cents });
    await makeScheduledPayment(harness.db, { ...scheduledPayment, ...signed, leaseId: other.id, payerId: other.userId });
    expect(await runOn(-4, 0, 3)).toEqual([1, 1, 1]);
    expect(await mailsTo(other.userId)).toMatchObject([{ kind: "autopayComing", amountCents: 145_000, dueOn }]);
    expect(await mailsTo(userId)).toHaveLength(3);
  });

  it("are sent before rent is charged, for the terms' amount, once, and not where autopay pays it", async () => {
    await (await landlord()).setReminderRule({ daysBefore: 21, onDueDay: false, daysLate: null });
    const period = "2027-01-01";
    const nextChargeAt = new Date("2026-12-17T06:00:00Z");
    const rentedFor = async () => {
      const { id: userId } = await makeUser(harness.db);
      const { id } = await makeLease(harness.db, { ...business, tenantId: userId, nextPeriod: period, nextChargeAt });
      return { id, userId };
    };
    const [byHand, byAutopay] = [await rentedFor(), await rentedFor()];
    const signed = { status: "ready", encryptedSignature: "x", nextLookAt: nextChargeAt, signedAt: morning(0) } as const;
    await makeScheduledPayment(harness.db, {
      leaseId: byAutopay.id,
      payerId: byAutopay.userId,
      payeeId,
      period,
      dueOn: period,
      cents: 145_000,
      ...signed,
    });
    // The due day is a month after `dueOn`, so that 21 days before it is the eleventh.
    expect(await runOn(9, 10, 11, 20)).toEqual([0, 1, 0, 0]);
    expect(await mailsTo(byHand.userId)).toMatchObject([{ kind: "rentReminder", amountCents: 145_000, dueOn: period }]);
    expect(await mailsTo(byAutopay.userId)).toEqual([]);
  });

  it("are sent twenty hours or more after one by hand", async () => {
    const { leaseId, userId } = await rented();
    harness.clock.set(new Date(`${dayAfter(dueOn, -1)}T21:00:00Z`));
    await (await landlord()).remind({ leaseId });
    expect(await runOn(0, 1)).toEqual([0, 1]);
    expect(await mailsTo(userId)).toHaveLength(2);
  });
});

describe("a rule", () => {
  it("is empty until it is set, and takes effect on the next day", async () => {
    await harness.db.delete(reminderRules);
    await rented();
    harness.clock.set(morning(0));
    const rent = await landlord();
    expect(await rent.reminderRule()).toEqual({ daysBefore: null, onDueDay: false, daysLate: null });
    const rule = { daysBefore: null, onDueDay: true, daysLate: null };
    expect(await rent.setReminderRule(rule)).toEqual(rule);
    expect(await rent.reminderRule()).toEqual(rule);
    expect(await runOn(0, 1)).toEqual([0, 1]);
    await (await landlord()).setReminderRule({ ...rule, onDueDay: false, daysLate: 2 });
    expect(await runOn(2)).toEqual([1]);
  });

  it("are not set over a rule that another person has set since: of two first rules at once, one is refused", async () => {
    await harness.db.delete(reminderRules);
    const rent = await landlord();
    const seen = await rent.reminderRule();
    const rules = [1, 2].map((daysLate) => ({ daysBefore: null, onDueDay: true, daysLate }));
    const both = await Promise.allSettled(rules.map((rule) => rent.setReminderRule({ ...rule, seen })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const current = await rent.reminderRule();
    expect(await rent.setReminderRule({ ...current, seen })).toEqual(current);
    await expect(rent.setReminderRule({ ...current, daysLate: 9, seen })).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await rent.setReminderRule({ ...current, daysLate: 9, seen: current })).toEqual({ ...current, daysLate: 9 });
  });
});
