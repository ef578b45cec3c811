import { auditLog } from "@hearth/db/schema/audit-log";
import { closedLines } from "@hearth/db/schema/closed-lines";
import { leaseEntries } from "@hearth/db/schema/lease-entries";
import { merchants } from "@hearth/db/schema/merchants";
import { monthCloses } from "@hearth/db/schema/month-closes";
import { makeMerchant } from "@hearth/db/testing/factories";
import { parsePublicId } from "@hearth/domain/ids";
import { parse } from "csv-parse/sync";
import { and, desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";
import { leaseRules } from "../charges/check-leases.ts";

let harness: Harness;
let ownerId: string;
let juniper: string;
let cedar: string;
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date("2026-11-22T12:00:00Z")) });
});
afterAll(() => harness.close());

const landlord = async () => harness.caller(await harness.signIn(ownerId)).rent;
const refusal = async (call: Promise<unknown>) =>
  call.then(
    () => "taken",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  );
const note = { note: "By check" };

/** Two properties with one lease each since September, at $1,000.00 and $1,001.00. Today is November 22. */
beforeEach(async () => {
  harness.clock.set(new Date("2026-11-22T12:00:00Z"));
  ownerId = (await makeMerchant(harness.db)).owner.id;
  const rent = await landlord();
  await rent.addProperty({ name: "Juniper Court", units: ["4B"] });
  await rent.addProperty({ name: "Cedar House", units: ["1"] });
  const units = (await rent.properties({})).items.flatMap(({ units: propertyUnits }) => propertyUnits.map(({ _id }) => _id));
  const made: string[] = [];
  for (const [index, unitId] of units.entries()) {
    const tenants = [{ name: `Tenant ${index}`, email: `tenant${index}@example.com` }];
    made.push((await rent.createLease({ unitId, startsOn: "2026-09-01", rent: 1000 + index, timeZone: "America/Chicago", tenants }))._id);
  }
  [cedar = "", juniper = ""] = made;
  await rent.addCredit({ leaseId: cedar, kind: "outside", amount: "600.00", on: "2026-09-03", ...note });
  await rent.addCredit({ leaseId: juniper, kind: "credit", amount: "25.00", on: "2026-09-30", ...note });
  await rent.addCredit({ leaseId: juniper, kind: "writeOff", amount: "5.00", on: "2026-10-02", ...note });
});

const september = { before: 0, charged: 2_001, paid: 600, credited: 25, writtenOff: 0, after: 1_376 };

describe("a month", () => {
  it("lists for each property the balance before, charges, payments, credits, write-offs and the balance after", async () => {
    const rent = await landlord();
    expect(await rent.month({ period: "2026-09" })).toEqual({
      period: "2026-09",
      closed: null,
      canClose: true,
      canReopen: false,
      ...september,
      properties: [
        { property: "Cedar House", before: 0, charged: 1_000, paid: 600, credited: 0, writtenOff: 0, after: 400 },
        { property: "Juniper Court", before: 0, charged: 1_001, paid: 0, credited: 25, writtenOff: 0, after: 976 },
      ],
    });
    expect(await rent.month({ period: "2026-10" })).toMatchObject({ before: 1_376, charged: 2_001, writtenOff: 5, after: 3_372 });
    const file = await rent.monthFile({ period: "2026-09", format: "csv" });
    const rows = parse(Buffer.from(file.content, "base64").toString(), { bom: true }) as string[][];
    expect(rows.at(-1)).toEqual(["Total", "0.00", "2001.00", "600.00", "25.00", "0.00", "1376.00"]);
    const pdf = await rent.monthFile({ period: "2026-09", format: "pdf" });
    expect(Buffer.from(pdf.content, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("keeps its figures once closed, and counts late lines once in the next month", async () => {
    const rent = await landlord();
    const closed = await rent.closeMonth({ period: "2026-09" });
    expect(closed).toMatchObject({ ...september, canClose: false, canReopen: true });
    await rent.addCredit({ leaseId: cedar, kind: "outside", amount: "100.00", on: "2026-09-20", ...note });
    await rent.addCharge({ leaseId: juniper, kind: "repair", description: "A lock", amount: "40.00", dueOn: "2026-09-10" });
    expect(await rent.month({ period: "2026-09" })).toEqual(closed);
    const october = { before: 1_376, charged: 2_041, paid: 100, credited: 0, writtenOff: 5, after: 3_312 };
    expect(await rent.month({ period: "2026-10" })).toMatchObject(october);
    await rent.closeMonth({ period: "2026-10" });
    await rent.addCredit({ leaseId: juniper, kind: "credit", amount: "7.00", on: "2026-09-01", ...note });
    expect(await rent.month({ period: "2026-10" })).toMatchObject({ ...october, closed: { at: "2026-11-22T12:00:00.000Z" } });
    expect(await rent.month({ period: "2026-11" })).toMatchObject({ before: 3_312, charged: 2_001, paid: 0, credited: 7, after: 5_306 });
    // The rent roll keeps the closed figures and shows late lines beside them.
    expect(await rent.rollSums({ period: "2026-09" })).toMatchObject({
      closed: { at: "2026-11-22T12:00:00.000Z" },
      charged: 2_001,
      paid: 600,
      credited: 25,
      after: 1_376,
      cameLater: 40 - 100 - 7,
    });
    expect(await rent.rollSums({ period: "2026-10" })).toMatchObject({
      before: 1_376,
      charged: 2_041,
      paid: 100,
      credited: 5,
      cameLater: 0,
    });
  });

  it("keeps what was billed and received in it once closed, until it is reopened", async () => {
    const rent = await landlord();
    const collected = async () => {
      const months = await harness.caller(await harness.signIn(ownerId)).merchant.collectedMonths();
      return months.filter(({ month }) => month === "2026-09" || month === "2026-10").map(({ billed, paid }) => [billed, paid]);
    };
    const open = [
      [2_001, 600],
      [2_001, 0],
    ];
    expect(await collected()).toEqual(open);
    await rent.closeMonth({ period: "2026-09" });
    expect(await collected()).toEqual(open);
    await rent.addCredit({ leaseId: cedar, kind: "outside", amount: "100.00", on: "2026-09-20", ...note });
    expect(await collected()).toEqual([open[0], [2_001, 100]]);
    // The sums of a closed month come from its row.
    const kept = { billedCents: 500, throughHearthCents: 200, recordedCents: 100 };
    const [merchant] = await harness.db.select({ id: merchants.id }).from(merchants).where(eq(merchants.ownerUserId, ownerId));
    await harness.db.transaction(async (tx) => {
      await tx.execute("set local session_replication_role = replica");
      await tx
        .update(monthCloses)
        .set({ collected: kept })
        .where(eq(monthCloses.merchantId, merchant?.id ?? ""));
    });
    expect(await collected()).toEqual([
      [5, 3],
      [2_001, 100],
    ]);
    await rent.reopenMonth({ period: "2026-09" });
    expect(await collected()).toEqual([[2_001, 700], open[1]]);
  });

  it("counts a line posted just before the close once", async () => {
    const rent = await landlord();
    await rent.closeMonth({ period: "2026-10" });
    expect(await rent.month({ period: "2026-11" })).toMatchObject({ before: 3_372, charged: 2_001, after: 5_373 });
    expect(await rent.month({ period: "2026-12" })).toMatchObject({ before: 5_373 });
    // Lines before the first close are no corrections: they stay in their own month.
    expect(await rent.rollSums({ period: "2026-10" })).toMatchObject({ before: 1_376, charged: 2_001, after: 3_372, cameLater: 0 });
    expect(await rent.rollSums({ period: "2026-09" })).toMatchObject({ before: 0, charged: 2_001, after: 1_376, cameLater: 0 });
  });

  it("counts a line posted before a close and committed after it in the next month", async () => {
    const rent = await landlord();
    await rent.closeMonth({ period: "2026-09" });
    harness.clock.set(new Date("2026-11-22T11:59:59Z"));
    await rent.addCredit({ leaseId: cedar, kind: "outside", amount: "100.00", on: "2026-09-20", ...note });
    expect(await rent.month({ period: "2026-10" })).toMatchObject({ before: 1_376, paid: 100 });
  });

  it("closes only when it is over and the month before is closed, and once for two concurrent calls", async () => {
    const rent = await landlord();
    expect(await refusal(rent.closeMonth({ period: "2026-11" }))).toBe("November 2026 is not over yet");
    const both = await Promise.all([refusal(rent.closeMonth({ period: "2026-09" })), refusal(rent.closeMonth({ period: "2026-09" }))]);
    expect(both).toEqual(["taken", "taken"]);
    const closes = await harness.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, ownerId), eq(auditLog.action, "rent.monthClosed")));
    expect(closes).toHaveLength(1);
    expect(await refusal(rent.closeMonth({ period: "2026-08" }))).toBe("A later month is already closed");
    harness.clock.set(new Date("2026-12-22T12:00:00Z"));
    expect(await refusal((await landlord()).closeMonth({ period: "2026-11" }))).toBe("Close October 2026 first");
  });

  it("is closed in order by two concurrent calls for different months", async () => {
    const rent = await landlord();
    let closing: Promise<string>[] = [];
    // Neither writes before both have read which months are closed.
    await harness.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${monthCloses} in exclusive mode`);
      closing = ["2026-07", "2026-09"].map((period) => refusal(rent.closeMonth({ period })));
      const waiting = sql`select 1 from pg_locks where relation = 'month_closes'::regclass and not granted`;
      await expect.poll(async () => (await tx.execute(waiting)).length, { interval: 10 }).toBe(2);
    });
    expect(["A later month is already closed,taken", "Close August 2026 first,taken"]).toContain(
      (await Promise.all(closing)).toSorted().join(),
    );
  });

  it("is closed while another landlord's month is being closed", async () => {
    const slow = harness.caller(await harness.signIn(ownerId)).rent;
    const other = await makeMerchant(harness.db);
    const { rent } = harness.caller(await harness.signIn(other.owner.id));
    let closing: Promise<string> | undefined;
    await harness.db.transaction(async (tx) => {
      await tx.execute(sql`select from ${merchants} where owner_user_id = ${ownerId} for no key update`);
      closing = refusal(slow.closeMonth({ period: "2026-09" }));
      const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await tx.execute(waiting)).length, { interval: 10 }).toBe(1);
      expect(await refusal(rent.closeMonth({ period: "2026-09" }))).toBe("taken");
    });
    expect(await closing).toBe("taken");
  });

  it("reopens if it was closed last, and then counts what came since", async () => {
    const rent = await landlord();
    await rent.closeMonth({ period: "2026-09" });
    await rent.addCredit({ leaseId: cedar, kind: "outside", amount: "100.00", on: "2026-09-20", ...note });
    await rent.closeMonth({ period: "2026-10" });
    expect(await refusal(rent.reopenMonth({ period: "2026-09" }))).toBe("A later month is closed. Reopen that one first.");
    await rent.reopenMonth({ period: "2026-10" });
    expect(await rent.month({ period: "2026-10" })).toMatchObject({ closed: null, canClose: true, before: 1_376, paid: 100 });
    expect(await rent.reopenMonth({ period: "2026-09" })).toMatchObject({ closed: null, canClose: true, paid: 700, after: 1_276 });
    expect(await rent.closeMonth({ period: "2026-09" })).toMatchObject({ paid: 700, after: 1_276 });
    expect(await rent.month({ period: "2026-10" })).toMatchObject({ before: 1_276, paid: 0 });
    expect(await rent.reopenMonth({ period: "2026-10" })).toMatchObject({ closed: null });
    const entries = await harness.db.select().from(auditLog).where(eq(auditLog.actorId, ownerId));
    const actions = entries.map(({ action }) => action).filter((action) => action.startsWith("rent.month"));
    expect(actions.toSorted()).toEqual([..."CCC"].map(() => "rent.monthClosed").concat(["rent.monthReopened", "rent.monthReopened"]));
  });

  it("reports a line that no month counts, one that a reopened month counts, and figures that differ from their lines", async () => {
    const rent = await landlord();
    const ids = [cedar, juniper].map((id) => parsePublicId("lease", id) ?? "");
    const broken = async () => (await Promise.all(leaseRules.map((rule) => rule.check(harness.db, ids)))).flat();
    await rent.closeMonth({ period: "2026-09" });
    await rent.addCredit({ leaseId: cedar, kind: "outside", amount: "100.00", on: "2026-09-20", ...note });
    harness.clock.set(new Date("2026-12-01T12:00:00Z"));
    await (await landlord()).closeMonth({ period: "2026-10" });
    expect(await broken()).toEqual([]);
    const [line] = await harness.db
      .select()
      .from(leaseEntries)
      .where(eq(leaseEntries.cents, -10_000))
      .orderBy(desc(leaseEntries.id))
      .limit(1);
    const marks = await harness.db
      .delete(closedLines)
      .where(eq(closedLines.entryId, line?.id ?? 0))
      .returning();
    expect(await broken()).toEqual([
      expect.stringContaining(`line ${line?.id} is about a closed month, was there when it was closed, and no close counts it`),
      expect.stringMatching(/the lines that close \S+ counts do not add up to its figures/),
    ]);
    const [september] = await harness.db
      .select()
      .from(monthCloses)
      .where(eq(monthCloses.period, "2026-09-01"))
      .orderBy(desc(monthCloses.id))
      .limit(1);
    await harness.db
      .update(monthCloses)
      .set({ reopenedAt: harness.clock.now(), reopenedBy: ownerId })
      .where(eq(monthCloses.id, september?.id ?? ""));
    expect(await broken()).toContainEqual(expect.stringContaining("is counted by a close that is not its month's or a later one's"));
    expect(marks).toHaveLength(1);
  });

  it("cannot be changed in the database once it is closed", async () => {
    await (await landlord()).closeMonth({ period: "2026-09" });
    await expect(harness.db.execute("update month_closes set figures = '[]'")).rejects.toThrow();
    await expect(harness.db.execute("update month_closes set collected = null where reopened_at is null")).rejects.toThrow();
    await expect(harness.db.execute("delete from month_closes")).rejects.toThrow();
  });
});
