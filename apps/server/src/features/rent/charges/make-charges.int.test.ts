import { charges } from "@hearth/db/schema/charges";
import { leases } from "@hearth/db/schema/leases";
import { openCountingDatabase } from "@hearth/db/testing/counting-database";
import { makeMerchant } from "@hearth/db/testing/factories";
import { makeCharge, makeLease, makeLeaseCredit } from "@hearth/db/testing/rent-factories";
import { makeChainCursor } from "@hearth/db/testing/record-factories";
import { and, asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { stateRules } from "../../operations/check-state.ts";
import { checkWholeState } from "../../settlement/checking/check-state.ts";
import { allocateWaiting } from "./allocate-leases.ts";
import { chargeLateFees } from "./charge-late-fees.ts";
import { makeCharges } from "./make-charges.ts";

let harness: Harness;
let business: { merchantId: string; createdBy: string };
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-11-10T12:00:00Z")) });
  const { merchant } = await makeMerchant(harness.db);
  business = { merchantId: merchant.id, createdBy: merchant.ownerUserId };
});
afterEach(async () => expect(await checkWholeState(harness.db, stateRules)).toEqual([]));
afterAll(() => harness.close());

const at = (moment: string) => harness.clock.set(new Date(moment));
const soon = new Date("2026-11-01T00:00:00Z");

/** A lease whose next month to charge is this one. */
const leaseFrom = (nextPeriod: string, more: Partial<Parameters<typeof makeLease>[1]> = {}) =>
  makeLease(harness.db, { ...business, nextPeriod, nextChargeAt: soon, ...more });

const chargesOf = async (leaseId: string, kind: "rent" | "lateFee" = "rent") =>
  harness.db
    .select()
    .from(charges)
    .where(and(eq(charges.leaseId, leaseId), eq(charges.kind, kind)))
    .orderBy(asc(charges.dueOn));

describe("charging", () => {
  it("makes a month's rent fifteen days ahead, at midnight where the lease is, and not before", async () => {
    const { id } = await leaseFrom("2026-12-01", { nextChargeAt: new Date("2026-11-16T06:00:00Z") });
    at("2026-11-16T05:59:59Z");
    await makeCharges(harness.deps);
    expect(await chargesOf(id)).toEqual([]);
    at("2026-11-16T06:00:00Z");
    await makeCharges(harness.deps);
    expect(await chargesOf(id)).toMatchObject([
      {
        period: "2026-12-01",
        cents: 145_000,
        dueOn: "2026-12-01",
        dueAt: new Date("2026-12-01T06:00:00Z"),
        description: "Rent for December 2026",
      },
    ]);
    const [lease] = await harness.db.select().from(leases).where(eq(leases.id, id));
    expect(lease).toMatchObject({ nextPeriod: "2027-01-01", nextChargeAt: new Date("2026-12-17T06:00:00Z") });
  });

  it("makes each month once when run twice, late or concurrently", async () => {
    const { id } = await leaseFrom("2026-11-01");
    at("2027-02-20T12:00:00Z"); // no run for three months
    await Promise.all([makeCharges(harness.deps), makeCharges(harness.deps), makeCharges(harness.deps)]);
    await makeCharges(harness.deps);
    expect((await chargesOf(id)).map(({ period }) => period)).toEqual([
      "2026-11-01",
      "2026-12-01",
      "2027-01-01",
      "2027-02-01",
      "2027-03-01",
    ]);
  });

  it("does not charge a month twice when its next month is set back, and stops at the lease's end", async () => {
    const { id } = await leaseFrom("2027-03-01", { endsOn: "2027-04-10" });
    at("2027-08-01T12:00:00Z");
    await makeCharges(harness.deps);
    expect((await chargesOf(id)).map(({ cents, formula }) => [cents, formula])).toEqual([
      [145_000, null],
      [48_333, "10 of 30 days of $1,450.00"],
    ]);
    await harness.db.update(leases).set({ nextPeriod: "2027-03-01", nextChargeAt: soon }).where(eq(leases.id, id));
    await makeCharges(harness.deps);
    expect(await chargesOf(id)).toHaveLength(2);
  });

  it("pays it at once with prepaid money", async () => {
    const { id } = await leaseFrom("2027-09-01");
    await makeLeaseCredit(harness.db, { leaseId: id, createdBy: business.createdBy });
    at("2027-08-20T12:00:00Z");
    await makeCharges(harness.deps);
    expect(await chargesOf(id)).toMatchObject([{ paidCents: 2_000 }]);
  });

  it("cannot be edited, or paid beyond its amount", async () => {
    const { id } = await leaseFrom("2030-01-01");
    const charge = await makeCharge(harness.db, { leaseId: id });
    await expect(harness.db.update(charges).set({ cents: 1 }).where(eq(charges.id, charge.id))).rejects.toThrow();
    await expect(harness.db.update(charges).set({ paidCents: 6_001 }).where(eq(charges.id, charge.id))).rejects.toThrow();
  });
});

describe("a late fee", () => {
  const terms = { lateFeeKind: "fixed", lateFeeAmount: 5_000, lateFeeRepeats: "once" } as const;

  it("is charged once, when blocks are read to an hour after the late day began, and never on a fee", async () => {
    const cursor = await makeChainCursor(harness.db, {
      chainId: harness.deps.network.chainId,
      blockTime: new Date("2028-01-05T06:59:00Z"),
    });
    const { id } = await leaseFrom("2028-01-01", {
      startsOn: "2028-01-01",
      endsOn: "2028-01-31",
      terms: { ...terms, fromPeriod: "2028-01-01" },
    });
    at("2027-12-20T12:00:00Z");
    await makeCharges(harness.deps);
    at("2028-03-01T12:00:00Z");
    await chargeLateFees(harness.deps);
    expect(await chargesOf(id, "lateFee")).toEqual([]); // blocks up to then are not read yet
    await harness.db.execute(`update chain_cursors set block_time = '2028-03-01T11:00:00Z' where chain_id = ${cursor.chainId}`);
    await Promise.all([chargeLateFees(harness.deps), chargeLateFees(harness.deps)]);
    await chargeLateFees(harness.deps);
    expect(await chargesOf(id, "lateFee")).toMatchObject([
      { cents: 5_000, dueOn: "2028-01-05", description: "Late fee on rent for January 2028" },
    ]);
  });

  it("is not charged where the money had arrived by then", async () => {
    const { id } = await leaseFrom("2028-02-01", {
      startsOn: "2028-02-01",
      endsOn: "2028-02-29",
      terms: { ...terms, fromPeriod: "2028-02-01", rentCents: 2_000 },
    });
    await makeLeaseCredit(harness.db, { leaseId: id, createdBy: business.createdBy, arrivedAt: new Date("2028-02-05T05:59:59Z") });
    await makeCharges(harness.deps);
    await chargeLateFees(harness.deps);
    expect(await chargesOf(id, "lateFee")).toEqual([]);
  });
});

describe("forty leases", () => {
  it("of two landlords take as many statements as one lease to charge, to allocate and to decide late fees, and as many values in them", async () => {
    const other = await makeMerchant(harness.db);
    const terms = { lateFeeKind: "fixed" as const, lateFeeAmount: 5_000, lateFeeRepeats: "once" as const };
    const counting = openCountingDatabase(harness.deps.env.databaseUrl);
    const deps = { ...harness.deps, db: counting.db };
    const countFor = async (count: number) => {
      const made = await Promise.all(
        Array.from({ length: count }, (_, place) =>
          leaseFrom("2026-11-01", { terms, ...(place % 2 === 1 && { merchantId: other.merchant.id, createdBy: other.owner.id }) }),
        ),
      );
      at("2026-11-10T12:00:00Z");
      counting.statements.length = 0;
      await makeCharges(deps);
      at("2026-11-20T12:00:00Z");
      for (const { id } of made) await makeLeaseCredit(harness.db, { leaseId: id, createdBy: business.createdBy });
      await allocateWaiting(deps);
      await chargeLateFees(deps);
      const fees = await Promise.all(made.map(({ id }) => chargesOf(id, "lateFee")));
      expect(fees.filter(({ length }) => length === 1).length).toBe(count);
      const inserts = counting.statements.filter(({ query }) => /^\s*insert into "(charges|lease_entries|lease_allocations)"/.test(query));
      return { statements: counting.statements.length, inserts: inserts.length, values: inserts.flatMap(({ params }) => params).length };
    };
    const one = await countFor(1);
    expect(one).toMatchObject({ inserts: 5, values: 5 });
    expect(await countFor(40)).toEqual(one);
    await counting.close();
  });
});
