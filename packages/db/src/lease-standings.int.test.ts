import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectDatabase, type DatabaseConnection } from "./client.ts";
import { charges } from "./schema/charges.ts";
import { leaseAllocations } from "./schema/lease-allocations.ts";
import { leaseCredits } from "./schema/lease-credits.ts";
import { leaseEntries } from "./schema/lease-entries.ts";
import { leaseNames } from "./schema/lease-names.ts";
import { leaseTenants } from "./schema/lease-tenants.ts";
import { leases } from "./schema/leases.ts";
import { properties } from "./schema/properties.ts";
import { units } from "./schema/units.ts";
import { makeMerchant } from "./testing/factories.ts";
import { makeCharge, makeLease, makeLeaseTenant } from "./testing/rent-factories.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

let database: TestDatabase;
let connection: DatabaseConnection;
let own: { merchantId: string; createdBy: string };
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url);
  const { merchant, owner } = await makeMerchant(connection.db);
  own = { merchantId: merchant.id, createdBy: owner.id };
});
afterAll(async () => {
  await connection.close();
  await database.close();
});

async function standing(leaseId: string) {
  const [row] = await connection.db.select().from(leases).where(eq(leases.id, leaseId));
  return { open: row?.openCents, unused: row?.unusedCents, held: row?.heldCents, dueOn: row?.openDueOn, owedSince: row?.owedSince };
}

/** Waits until a statement waits for another transaction. */
async function somebodyWaits() {
  await expect
    .poll(
      async () =>
        (await connection.sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`).length,
    )
    .toBe(1);
}

it("keeps the charges of two transactions that charge one lease at once", async () => {
  const { db } = connection;
  const { id: leaseId } = await makeLease(db, own);
  let second = Promise.resolve();
  await db.transaction(async (tx) => {
    await makeCharge(tx, { leaseId, cents: 10_000, dueOn: "2026-11-01" });
    const { promise: isCharging, resolve } = Promise.withResolvers<void>();
    second = db.transaction(async (other) => {
      resolve();
      await makeCharge(other, { leaseId, cents: 500, dueOn: "2026-10-01" });
    });
    await isCharging;
    await somebodyWaits();
  });
  await second;
  expect(await standing(leaseId)).toEqual({ open: 10_500, unused: 0, held: 0, dueOn: "2026-10-01", owedSince: "2026-10-01" });
});

it("follows a payment of a deposit, a voided charge, and a credit that is assigned to another lease", async () => {
  const { db } = connection;
  const [lease, other] = [await makeLease(db, own), await makeLease(db, own)];
  const leaseId = lease.id;
  const deposit = await makeCharge(db, { leaseId, kind: "deposit", cents: 50_000, dueOn: "2026-10-05" });
  const rent = await makeCharge(db, { leaseId, cents: 10_000, dueOn: "2026-11-01" });
  const [credit] = await db
    .insert(leaseCredits)
    .values({ leaseId, createdBy: own.createdBy, kind: "outside", receivedCents: 60_000 })
    .returning();
  const creditId = credit?.id ?? "";
  expect(await standing(leaseId)).toEqual({ open: 60_000, unused: 60_000, held: 0, dueOn: "2026-10-05", owedSince: "9999-12-31" });
  await db.insert(leaseAllocations).values({ creditId, chargeId: deposit.id, cents: 50_000, at: new Date() });
  expect(await standing(leaseId)).toEqual({ open: 10_000, unused: 10_000, held: 50_000, dueOn: "2026-11-01", owedSince: "9999-12-31" });
  await db.update(charges).set({ voidedAt: new Date(), voidReason: "Wrong" }).where(eq(charges.id, rent.id));
  expect(await standing(leaseId)).toEqual({ open: 0, unused: 10_000, held: 50_000, dueOn: null, owedSince: "9999-12-31" });
  await db.update(leaseCredits).set({ leaseId: other.id }).where(eq(leaseCredits.id, creditId));
  expect([(await standing(leaseId)).unused, (await standing(other.id)).unused]).toEqual([0, 10_000]);
});

it("keeps what was past due at a moment and what is when the next charge becomes past due in the lease's time zone, less unused money", async () => {
  const { db, sql } = connection;
  const { id: leaseId } = await makeLease(db, { ...own, timeZone: "America/Chicago" });
  const kept = async () => {
    const [row] = await db.select().from(leases).where(eq(leases.id, leaseId));
    return [row?.pastDueCents, row?.pastDueUntil?.toISOString() ?? null, row?.pastDueNextCents];
  };
  const first = await makeCharge(db, { leaseId, cents: 10_000, dueOn: "2026-11-01" });
  const second = await makeCharge(db, { leaseId, cents: 500, dueOn: "2026-12-01" });
  expect(await kept()).toEqual([0, "2026-11-02T06:00:00.000Z", 10_000]);
  await sql`select count_past_due(array[${leaseId}]::uuid[], '2026-11-02T05:59:59Z')`;
  expect(await kept()).toEqual([0, "2026-11-02T06:00:00.000Z", 10_000]);
  await sql`select count_past_due(array[${leaseId}]::uuid[], '2026-11-02T06:00:00Z')`;
  expect(await kept()).toEqual([10_000, "2026-12-02T06:00:00.000Z", 10_500]);
  // Money that moves between two charges leaves the open cents as they are.
  const [credit] = await db
    .insert(leaseCredits)
    .values({ leaseId, createdBy: own.createdBy, kind: "outside", receivedCents: 600 })
    .returning();
  expect(await kept()).toEqual([9_400, "2026-12-02T06:00:00.000Z", 9_900]);
  const [creditId, at] = [credit?.id ?? "", new Date()];
  await db.insert(leaseAllocations).values({ creditId, chargeId: second.id, cents: 500, at });
  expect(await kept()).toEqual([9_900, null, 0]);
  const moved = [
    { creditId, chargeId: second.id, cents: -500, at },
    { creditId, chargeId: first.id, cents: 500, at },
  ];
  await db.insert(leaseAllocations).values(moved);
  expect(await kept()).toEqual([9_400, "2026-12-02T06:00:00.000Z", 9_900]);
});

it("keeps the day on which the next lease of the unit begins, until that lease is undone", async () => {
  const { db } = connection;
  const first = await makeLease(db, { ...own, startsOn: "2026-01-01", endsOn: "2026-06-30" });
  const { unitId } = first;
  const last = await makeLease(db, { ...own, unitId, startsOn: "2027-01-01", endsOn: null });
  const middle = await makeLease(db, { ...own, unitId, startsOn: "2026-07-01", endsOn: "2026-12-31" });
  await makeLease(db, { ...own, startsOn: "2026-07-01" });
  const kept = async () => {
    const rows = await db.select().from(leases).where(eq(leases.unitId, unitId)).orderBy(leases.startsOn);
    return rows.map(({ nextStartsOn }) => nextStartsOn);
  };
  expect(await kept()).toEqual(["2026-07-01", "2027-01-01", null]);
  await db.update(leases).set({ undoneAt: new Date() }).where(eq(leases.id, middle.id));
  expect(await kept()).toEqual(["2027-01-01", "2027-01-01", null]);
  await db.update(leases).set({ undoneAt: new Date() }).where(eq(leases.id, last.id));
  expect(await kept()).toEqual([null, null, null]);
});

it("keeps the next lease of a unit where one is added while another is undone", async () => {
  const { db } = connection;
  const first = await makeLease(db, { ...own, startsOn: "2026-01-01", endsOn: "2026-06-30" });
  const { unitId } = first;
  const next = await makeLease(db, { ...own, unitId, startsOn: "2027-01-01" });
  let second = Promise.resolve();
  await db.transaction(async (tx) => {
    await makeLease(tx, { ...own, unitId, startsOn: "2026-07-01", endsOn: "2026-12-31" });
    const { promise: isUndoing, resolve } = Promise.withResolvers<void>();
    second = db.transaction(async (other) => {
      resolve();
      await other.update(leases).set({ undoneAt: new Date() }).where(eq(leases.id, next.id));
    });
    await isUndoing;
    await somebodyWaits();
  });
  await second;
  const rows = await db.select().from(leases).where(eq(leases.unitId, unitId)).orderBy(leases.startsOn);
  expect(rows.map(({ nextStartsOn }) => nextStartsOn)).toEqual(["2026-07-01", null, null]);
});

it("keeps the last payment that was not reversed on its own day, and the last day on which a deposit counts", async () => {
  const { db } = connection;
  const { id: leaseId } = await makeLease(db, own);
  const postedAt = new Date("2026-10-06T12:00:00Z");
  const deposit = await makeCharge(db, { leaseId, kind: "deposit", cents: 50_000, dueOn: "2035-11-20" });
  const made = { leaseId, createdBy: own.createdBy, kind: "outside" as const };
  const [first, second] = await db.insert(leaseCredits).values([made, made]).returning();
  const pay = async (credit: typeof first, cents: number, effectiveOn: string, kind: "outside" | "reversal" = "outside") =>
    db.insert(leaseEntries).values({ leaseId, kind, creditId: credit?.id ?? "", cents, effectiveOn, postedAt });
  const kept = async () => {
    const [row] = await db.select().from(leases).where(eq(leases.id, leaseId));
    return [row?.lastPaidOn, row?.lastPaidCents, row?.depositsMovedOn];
  };
  await pay(first, -70_000, "2026-10-01");
  await pay(second, -200, "2026-10-05");
  expect(await kept()).toEqual(["2026-10-05", 200, "2035-11-20"]);
  await pay(second, 200, "2026-10-05", "reversal");
  expect(await kept()).toEqual(["2026-10-01", 70_000, "2035-11-20"]);
  const at = new Date("2035-12-01T23:00:00Z");
  await db.insert(leaseAllocations).values({ creditId: first?.id ?? "", chargeId: deposit.id, cents: 50_000, at });
  expect(await kept()).toEqual(["2026-10-01", 70_000, "2035-12-03"]);
});

describe("the names by which a lease is listed", () => {
  const namesOf = async (leaseId: string) => {
    const [row] = await connection.db.select().from(leaseNames).where(eq(leaseNames.leaseId, leaseId));
    return { tenant: row?.tenantKey, unit: row?.unitKey, words: row?.words.split("\n") };
  };
  const lastDayOf = async (leaseId: string) =>
    (await connection.db.select({ endsOn: leaseNames.endsOn }).from(leaseNames).where(eq(leaseNames.leaseId, leaseId)))[0]?.endsOn;

  it("come with the last day of the lease, also while it moves", async () => {
    const { db } = connection;
    const { id: leaseId } = await makeLease(db, { ...own, endsOn: "2027-05-31" });
    expect(await lastDayOf(leaseId)).toBe("2027-05-31");
    for (const endsOn of ["2027-06-30", null, "2027-03-31"]) {
      await db.update(leases).set({ endsOn }).where(eq(leases.id, leaseId));
      expect(await lastDayOf(leaseId)).toBe(endsOn);
    }
    expect(await lastDayOf((await makeLease(db, own)).id)).toBe(null);
  });

  it("follow its tenants, its unit and its property, and put a tenant who stays first", async () => {
    const { db } = connection;
    const { id: leaseId, unitId, propertyId } = await makeLease(db, own);
    const maya = await makeLeaseTenant(db, { leaseId, name: "Maya Chen", email: "maya@example.com" });
    await makeLeaseTenant(db, { leaseId, name: "Ben Ortiz", email: "ben@example.com" });
    await db.update(units).set({ name: "Unit 12" }).where(eq(units.id, unitId));
    await db
      .update(properties)
      .set({ name: "Elm Court" })
      .where(eq(properties.id, propertyId ?? ""));
    const words = ["elm court unit 12", "maya chen maya@example.com", "ben ortiz ben@example.com"];
    expect(await namesOf(leaseId)).toEqual({ tenant: "maya chen", unit: ["elm court", "elm court", "unit 00000000000000000012"], words });
    await db
      .update(leaseTenants)
      .set({ movedOutOn: "2026-12-31", endedAt: new Date("2027-01-01") })
      .where(eq(leaseTenants.id, maya.id));
    expect((await namesOf(leaseId)).tenant).toBe("ben ortiz");
  });

  it("have both changes when a tenant is entered while the property is renamed", async () => {
    const { db } = connection;
    const { id: leaseId, propertyId } = await makeLease(db, own);
    let renaming: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await makeLeaseTenant(tx, { leaseId, name: "Ana Ruiz", email: "ana@example.com" });
      renaming = db
        .update(properties)
        .set({ name: "Oak Court" })
        .where(eq(properties.id, propertyId ?? ""))
        .execute();
      await somebodyWaits();
    });
    await renaming;
    expect((await namesOf(leaseId)).words).toEqual([expect.stringMatching(/^oak court /), "ana ruiz ana@example.com"]);
  });

  it("are those of a property that is renamed while the lease is entered", async () => {
    const { db } = connection;
    const { unitId, propertyId } = await makeLease(db, own);
    let entering: Promise<{ id: string }> = Promise.reject(new Error("Nothing is entered"));
    entering.catch(() => {});
    await db.transaction(async (tx) => {
      await tx
        .update(properties)
        .set({ name: "Ash Court" })
        .where(eq(properties.id, propertyId ?? ""));
      entering = makeLease(db, { ...own, unitId, startsOn: "2030-01-01" });
      await somebodyWaits();
    });
    expect((await namesOf((await entering).id)).words).toEqual([expect.stringMatching(/^ash court /)]);
  });
});

it("writes a lease once for money that comes and once when it is put to charges", async () => {
  const { db } = connection;
  const { id: leaseId } = await makeLease(db, own);
  const rents = [
    await makeCharge(db, { leaseId, cents: 10_000, dueOn: "2026-10-01" }),
    await makeCharge(db, { leaseId, cents: 10_000, dueOn: "2026-11-01" }),
  ];
  const [credit] = await db.insert(leaseCredits).values({ leaseId, createdBy: own.createdBy, kind: "outside" }).returning();
  const creditId = credit?.id ?? "";
  await connection.sql`create table lease_versions (needs_allocation boolean, open_cents bigint, unused_cents bigint, last_paid_on date)`;
  await connection.sql`create function keep_version() returns trigger language plpgsql as $$ begin
    insert into lease_versions values (new.needs_allocation, new.open_cents, new.unused_cents, new.last_paid_on); return null; end $$`;
  await connection.sql`create trigger keep_version after update on leases for each row execute function keep_version()`;
  const at = new Date("2026-10-06T12:00:00Z");
  await db.insert(leaseEntries).values({ leaseId, creditId, kind: "outside", cents: -20_000, effectiveOn: "2026-10-06", postedAt: at });
  await db.insert(leaseAllocations).values(rents.map(({ id: chargeId }) => ({ creditId, chargeId, cents: 10_000, at })));
  expect(
    await connection.sql`select needs_allocation, open_cents::integer, unused_cents::integer, last_paid_on::text from lease_versions`,
  ).toEqual([
    { needs_allocation: true, open_cents: 20_000, unused_cents: 20_000, last_paid_on: "2026-10-06" },
    { needs_allocation: false, open_cents: 0, unused_cents: 0, last_paid_on: "2026-10-06" },
  ]);
});

/** The part of PostgreSQL's plan (`explain`, JSON) that is read here. */
interface Plan {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: Plan[];
}

const functionRows = (plan: Plan): number =>
  (plan["Node Type"] === "Function Scan" ? plan["Actual Rows"] * plan["Actual Loops"] : 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + functionRows(part), 0);

it("reads each lease of a statement once or twice, however many there are, when money comes", async () => {
  const { db, sql } = connection;
  const ids: string[] = [];
  while (ids.length < 40) ids.push((await makeLease(db, own)).id);
  const [{ body } = { body: "" }] = await sql<{ body: string }[]>`
    select prosrc as body from pg_proc where proname = 'keep_leases_of_credit_lines'`;
  const [, update = ""] = /(with s as [\s\S]*?);/.exec(body) ?? [];
  const rows = await sql.begin(async (tx) => {
    await tx`set local plan_cache_mode = force_generic_plan`;
    // The plan of a database with many leases, which expects ten of them in the array.
    await tx`set local enable_hashjoin = off`;
    await tx`set local enable_mergejoin = off`;
    await tx`set local enable_material = off`;
    await tx.unsafe(`prepare kept(uuid[]) as ${update.replaceAll(/\bids\b/g, "$1")}`);
    const explained = await tx.unsafe<{ "QUERY PLAN": { Plan: Plan }[] }[]>(
      `explain (analyze, format json) execute kept('{${ids.join(",")}}')`,
    );
    return functionRows(explained[0]?.["QUERY PLAN"][0]?.Plan ?? { "Node Type": "", "Actual Rows": 0, "Actual Loops": 0 });
  });
  expect(rows).toBeGreaterThanOrEqual(ids.length);
  expect(rows).toBeLessThanOrEqual(2 * ids.length);
});
