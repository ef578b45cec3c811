import { charges } from "@hearth/db/schema/charges";
import { leases } from "@hearth/db/schema/leases";
import { mails } from "@hearth/db/schema/mails";
import { setAside } from "@hearth/db/schema/set-aside";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeCharge, makeLease, makeLeaseCredit, makeReminderRule } from "@hearth/db/testing/rent-factories";
import { makeChainCursor } from "@hearth/db/testing/record-factories";
import { writeMany } from "@hearth/db/testing/write-many";
import { publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import { dayAfter } from "@hearth/domain/rent/calendar";
import { leaseFullMessage } from "@hearth/domain/rent/entry";
import { and, asc, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { refuseWrites } from "../../../testing/refuse-writes.ts";
import { listLivingAlarms } from "../../alarms/alarms.repo.ts";
import { remindByRule } from "../reminders/remind-by-rule.ts";
import { allocateLeases, allocateWaiting, allocationsAtOnce } from "./allocate-leases.ts";
import { chargeLateFees } from "./charge-late-fees.ts";
import { countPastDue, makeCharges } from "./make-charges.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-11-10T15:00:00Z")), onLog: () => {} });
  await makeChainCursor(harness.db, { chainId: harness.deps.network.chainId, blockTime: new Date("2030-01-01T00:00:00Z") });
});
afterEach(async () => {
  expect(await livingAlarms()).toEqual([]);
  expect(await harness.db.select().from(setAside)).toEqual([]);
});
afterAll(() => harness.close());

const livingAlarms = async () => (await listLivingAlarms(harness.db)).map(({ key }) => key);
const chargesOf = async (leaseId: string, kind: "rent" | "lateFee") =>
  harness.db
    .select()
    .from(charges)
    .where(and(eq(charges.leaseId, leaseId), eq(charges.kind, kind)))
    .orderBy(asc(charges.dueOn));
const countsOf = async (ids: string[], kind: "rent" | "lateFee") => Promise.all(ids.map(async (id) => (await chargesOf(id, kind)).length));
const paidOf = async (leaseId: string) => {
  const rows = await harness.db.select().from(charges).where(eq(charges.leaseId, leaseId));
  return rows.reduce((sum, { paidCents }) => sum + paidCents, 0);
};

/** Leases of two landlords with one tenant each. Every list returns the first one first. */
async function twoLeases(more: Omit<Partial<Parameters<typeof makeLease>[1]>, "merchantId"> = {}) {
  const make = async () => {
    const { merchant, owner } = await makeMerchant(harness.db);
    const tenant = await makeUser(harness.db);
    const lease = await makeLease(harness.db, { merchantId: merchant.id, createdBy: owner.id, tenantId: tenant.id, ...more });
    return { ...lease, owner, tenant };
  };
  return [await make(), await make()] as const;
}

/** Runs a job on a lease that fails, then again after the lease is repaired and its wait is over. Returns what was seen after each run. */
async function withFailure<Seen>(
  { job, see, list, name }: { job: () => Promise<unknown>; see: () => Promise<Seen>; list: string; name: string },
  plant: () => Promise<() => Promise<void>>,
): Promise<[Seen, Seen]> {
  const allowWrites = await plant();
  await job();
  const first = await see();
  expect(await livingAlarms()).toEqual([`set-aside-${list}-${name}`]);
  await job();
  expect(await harness.db.select({ tries: setAside.tries }).from(setAside)).toEqual([{ tries: 1 }]);
  await allowWrites();
  harness.clock.advance({ minutes: 1 });
  await job();
  return [first, await see()];
}

describe("a lease that fails delays no other lease, raises an alarm, and is processed once it is repaired", () => {
  it("when rent is charged", async () => {
    const [refused, fine] = await twoLeases({ nextPeriod: "2026-11-01", nextChargeAt: new Date("2026-10-17T00:00:00Z") });
    const result = await withFailure(
      {
        job: () => makeCharges(harness.deps),
        see: () => countsOf([refused.id, fine.id], "rent"),
        list: "charge-rent",
        name: publicId("lease", refused.id),
      },
      () => refuseWrites(harness.db, "charges", `new.lease_id = '${refused.id}'`),
    );
    expect(result).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });

  it("when money is allocated to charges", async () => {
    const [refused, fine] = await twoLeases();
    for (const { id, owner } of [refused, fine]) {
      await makeCharge(harness.db, { leaseId: id });
      await makeLeaseCredit(harness.db, { leaseId: id, createdBy: owner.id });
    }
    const result = await withFailure(
      {
        job: () => allocateWaiting(harness.deps),
        see: () => Promise.all([refused, fine].map(({ id }) => paidOf(id))),
        list: "allocate-rent",
        name: publicId("lease", refused.id),
      },
      () => refuseWrites(harness.db, "charges", `new.lease_id = '${refused.id}'`),
    );
    expect(result).toEqual([
      [0, 2_000],
      [2_000, 2_000],
    ]);
  });

  it("when what is past due is counted again", async () => {
    const [refused, fine] = await twoLeases();
    for (const { id } of [refused, fine]) await makeCharge(harness.db, { leaseId: id, dueOn: "2026-10-01" });
    const result = await withFailure(
      {
        job: () => countPastDue(harness.deps),
        see: async () => {
          const kept = await harness.db.select({ id: leases.id, cents: leases.pastDueCents }).from(leases);
          return [refused, fine].map((lease) => kept.find(({ id }) => id === lease.id)?.cents);
        },
        list: "count-past-due",
        name: publicId("lease", refused.id),
      },
      () => refuseWrites(harness.db, "leases", `new.id = '${refused.id}'`),
    );
    expect(result).toEqual([
      [0, 6_000],
      [6_000, 6_000],
    ]);
  });

  it("when late fees are charged", async () => {
    const [refused, fine] = await twoLeases({ terms: fixedOnce });
    for (const { id } of [refused, fine]) await lateRent(id, "2026-11-05");
    const result = await withFailure(
      {
        job: () => chargeLateFees(harness.deps),
        see: () => countsOf([refused.id, fine.id], "lateFee"),
        list: "late-fees",
        name: publicId("lease", refused.id),
      },
      () => refuseWrites(harness.db, "charges", `new.lease_id = '${refused.id}'`),
    );
    expect(result).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });

  it("when tenants are reminded, also on another lease of the same business", async () => {
    const [refused, fine] = await twoLeases();
    const neighbour = await makeLease(harness.db, {
      merchantId: refused.merchantId,
      createdBy: refused.owner.id,
      tenantId: fine.tenant.id,
    });
    harness.clock.set(new Date("2026-12-01T18:00:00Z"));
    for (const { id, merchantId } of [refused, fine]) {
      await makeReminderRule(harness.db, { merchantId });
      await makeCharge(harness.db, { leaseId: id, dueOn: "2026-12-01" });
    }
    await makeCharge(harness.db, { leaseId: neighbour.id, dueOn: "2026-12-01" });
    const result = await withFailure(
      {
        job: () => remindByRule(harness.deps),
        see: async () => [await mailsTo(refused.tenant.id), await mailsTo(fine.tenant.id)],
        list: "remind-lease",
        name: publicId("lease", refused.id),
      },
      () => refuseWrites(harness.db, "rent_reminders", `new.lease_id = '${refused.id}'`),
    );
    expect(result).toEqual([
      [0, 2],
      [1, 2],
    ]);
  });

  it("when reminder rules are processed", async () => {
    const [refused, fine] = await twoLeases();
    harness.clock.set(new Date("2026-12-01T18:00:00Z"));
    for (const { id, merchantId } of [refused, fine]) {
      await makeReminderRule(harness.db, { merchantId });
      await makeCharge(harness.db, { leaseId: id, dueOn: "2026-12-01" });
    }
    const result = await withFailure(
      {
        job: () => remindByRule(harness.deps),
        see: async () => [await mailsTo(fine.tenant.id)],
        list: "remind-business",
        name: publicId("merchant", refused.merchantId),
      },
      () => refuseWrites(harness.db, "reminder_rules", `new.merchant_id = '${refused.merchantId}'`),
    );
    expect(result).toEqual([[1], [1]]);
  });

  it("drops a failed lease and its alarm once the lease is no longer due", async () => {
    const [refused] = await twoLeases({ nextPeriod: "2026-11-01", nextChargeAt: new Date("2026-10-17T00:00:00Z") });
    const allowWrites = await refuseWrites(harness.db, "charges", `new.lease_id = '${refused.id}'`);
    await makeCharges(harness.deps);
    expect(await livingAlarms()).toHaveLength(1);
    await allowWrites();
    await harness.db.update(leases).set({ nextChargeAt: null }).where(eq(leases.id, refused.id));
    harness.clock.advance({ minutes: 1 });
    await makeCharges(harness.deps);
  });
});

describe("one landlord's large data is processed in bounded batches", () => {
  it("when one payment pays thousands of one-cent charges", async () => {
    const [full, fine] = await twoLeases();
    const count = allocationsAtOnce * 2 + 500;
    await writeMany(
      harness.db,
      sql`
      insert into charges (lease_id, kind, description, cents, due_on, due_at, created_at)
      select ${full.id}, 'other', 'Cent ' || n, 1, '2026-11-05', now(), now() from generate_series(1, ${count}::int) n`,
    );
    for (let credit = 0; credit < 2; credit++) await makeLeaseCredit(harness.db, { leaseId: full.id, createdBy: full.owner.id });
    await makeCharge(harness.db, { leaseId: fine.id });
    await makeLeaseCredit(harness.db, { leaseId: fine.id, createdBy: fine.owner.id });
    const left = await harness.db.transaction((tx) => allocateLeases(tx, [full.id], harness.clock.now()));
    expect([left, await paidOf(full.id)]).toEqual([new Set([full.id]), allocationsAtOnce]);
    await allocateWaiting(harness.deps);
    expect([await paidOf(full.id), await paidOf(fine.id)]).toEqual([count, 2_000]);
  });

  it("when rent is late for years, with one fee for each day", async () => {
    const [long, fine] = await twoLeases({ startsOn: "2024-01-01", terms: { ...fixedOnce, lateFeeRepeats: "daily" } });
    harness.clock.set(new Date("2026-12-05T18:00:00Z"));
    await lateRent(long.id, "2024-12-05");
    await lateRent(fine.id, "2026-12-04");
    await chargeLateFees(harness.deps);
    const days = (await chargesOf(long.id, "lateFee")).map(({ dueOn }) => dueOn);
    expect(days).toEqual(Array.from({ length: 731 }, (_, day) => dayAfter("2024-12-05", day)));
    expect(await chargesOf(fine.id, "lateFee")).toHaveLength(2);
  });

  it("when a lease is in Samoa, across the day that Samoa skipped", async () => {
    const [apia, fine] = await twoLeases({
      startsOn: "2011-12-01",
      timeZone: "Pacific/Apia",
      terms: { ...fixedOnce, lateFeeRepeats: "daily", lateFeeCapCents: 20_000 },
    });
    await lateRent(apia.id, "2011-12-28");
    await lateRent(fine.id, "2026-11-05");
    await chargeLateFees(harness.deps);
    expect((await chargesOf(apia.id, "lateFee")).map(({ dueOn }) => dueOn)).toEqual([
      "2011-12-28",
      "2011-12-29",
      "2011-12-31",
      "2012-01-01",
    ]);
    expect(await chargesOf(fine.id, "lateFee")).toHaveLength(4);
  });

  it("refuses a charge beyond the open charges that a lease may have", async () => {
    const [full] = await twoLeases();
    await writeMany(
      harness.db,
      sql`
      insert into charges (lease_id, kind, description, cents, due_on, due_at, created_at)
      select ${full.id}, 'other', 'Cent ' || n, 1, '2026-11-05', now(), now() from generate_series(1, ${limits.openChargesPerLease}::int) n`,
    );
    const { rent } = harness.caller(await harness.signIn(full.owner.id));
    const charge = {
      leaseId: publicId("lease", full.id),
      kind: "repair" as const,
      description: "A lock",
      amount: "60.00",
      dueOn: "2026-12-20",
    };
    await expect(rent.addCharge(charge)).rejects.toThrow(leaseFullMessage);
  });
});

describe("late fees", () => {
  it("count money that has arrived and is not allocated yet", async () => {
    const [lease] = await twoLeases({ terms: fixedOnce });
    await lateRent(lease.id, "2026-11-05", 2_000);
    await makeLeaseCredit(harness.db, { leaseId: lease.id, createdBy: lease.owner.id, arrivedAt: new Date("2026-11-02T12:00:00Z") });
    await chargeLateFees(harness.deps);
    expect(await chargesOf(lease.id, "lateFee")).toEqual([]);
    expect(await paidOf(lease.id)).toBe(2_000);
  });
});

const fixedOnce = { lateFeeKind: "fixed" as const, lateFeeAmount: 5_000, lateFeeRepeats: "once" as "once" | "daily" };

async function lateRent(leaseId: string, feeFromOn: string, cents = 145_000) {
  const feeCheckAt = new Date(`${feeFromOn}T10:00:00Z`);
  const rent = {
    kind: "rent" as const,
    period: `${feeFromOn.slice(0, 7)}-01`,
    dueOn: `${feeFromOn.slice(0, 7)}-01`,
    cents,
    feeFromOn,
    feeCheckAt,
    createdAt: new Date(`${feeFromOn.slice(0, 7)}-01T12:00:00Z`),
  };
  return makeCharge(harness.db, { leaseId, ...rent });
}

const mailsTo = async (userId: string) => (await harness.db.select().from(mails).where(eq(mails.userId, userId))).length;
