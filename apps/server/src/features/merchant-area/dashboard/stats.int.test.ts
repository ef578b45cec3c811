import { disputes } from "@hearth/db/schema/disputes";
import { enrollments } from "@hearth/db/schema/enrollments";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makePayment } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { wireAmount } from "@hearth/domain/money";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";

/** Clocks change in both months: New York's and Berlin's in different weeks. Auckland's and Kolkata's do not change then. */
const moments = ["2026-03-30T20:00:00Z", "2026-11-20T15:00:00Z"];
const zones = ["America/New_York", "Europe/Berlin", "Asia/Kolkata", "Pacific/Auckland", "UTC"];
const statuses = ["completed", "pending", "failed", "cancelled"] as const;
const hourMs = 3_600_000;

let harness: Harness;
let merchantId: string;
let ownerId: string;
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(new Date(moments[0] ?? "")) });
  const { merchant, owner } = await makeMerchant(harness.db, { timeZone: "America/New_York" });
  merchantId = merchant.id;
  ownerId = owner.id;
  for (const moment of moments) await fillYearBefore(new Date(moment));
});
afterAll(() => harness.close());

/**
 * Creates rows at odd hours over about fourteen months, at intervals that share no factor with a day, and at the edges of the zones'
 * months.
 */
async function fillYearBefore(moment: Date): Promise<void> {
  const { merchant: elsewhere } = await makeMerchant(harness.db);
  const edges = ["01T04:00:00Z", "01T04:59:59.999Z", "01T05:00:00Z", "01T00:00:00Z"].map(
    (end) => new Date(`${moment.toISOString().slice(0, 8)}${end}`),
  );
  const strides = Array.from({ length: 90 }, (_, index) => new Date(moment.getTime() - index * 113 * hourMs - 1));
  let turn = 0;
  for (const createdAt of [...edges, ...strides]) {
    turn += 1;
    const payment = await makePayment(harness.db, {
      merchantId: turn % 11 === 0 ? elsewhere.id : merchantId,
      status: statuses[turn % 4] ?? "pending",
      amountCents: 10_007 + turn * 191,
      createdAt,
    });
    if (turn % 5 === 0)
      await makeDispute(harness.db, { paymentId: payment.id, createdAt: new Date(createdAt.getTime() + hourMs), ...closedBy(turn) });
    if (turn % 6 === 0) await comeAndGo(createdAt, elsewhere.id, turn % 12 === 0);
  }
}

function closedBy(turn: number) {
  return turn % 10 === 0 ? { status: "closed" as const, result: "denied" as const, resultReason: "No", resolvedAt: new Date() } : {};
}

async function comeAndGo(at: Date, elsewhere: string, leaves: boolean): Promise<void> {
  const person = await makeUser(harness.db, { enrolledMerchantId: merchantId, enrolledAt: at });
  if (!leaves) return;
  const moved = { enrolledMerchantId: elsewhere, enrolledAt: new Date(at.getTime() + 50 * hourMs) };
  await harness.db.update(users).set(moved).where(eq(users.id, person.id));
}

/** Returns the calendar month of a time in a zone, computed without the product's code: `2026-11`. */
function monthOn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit" }).format(at);
}

function dayOn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at);
}

function added(rows: { amountCents: number }[]) {
  return { count: rows.length, amount: wireAmount(rows.reduce((sum, row) => sum + row.amountCents, 0)) };
}

describe.each(moments)("every figure of a merchant's month at %s", (moment) => {
  it.each(zones)("matches the sum of the raw rows and the lists, in the calendar of %s", async (timeZone) => {
    const now = new Date(moment);
    harness.clock.set(now);
    const call = harness.caller(await harness.signIn(ownerId)).merchant;
    const stats = await call.stats({ timeZone });
    const month = monthOn(now, timeZone);
    const rows = await harness.db.select().from(payments).where(eq(payments.merchantId, merchantId));
    const ofMonth = (name: string, status: string) =>
      added(rows.filter((row) => row.status === status && monthOn(row.createdAt, timeZone) === name));
    expect(stats.completedTransactions).toEqual(ofMonth(month, "completed"));
    expect(stats.pendingTransactions).toEqual(ofMonth(month, "pending"));
    expect(stats.completedTransactions.count).toBeGreaterThan(0);

    const about = await harness.db
      .select({ dispute: disputes, payment: payments })
      .from(disputes)
      .innerJoin(payments, eq(payments.id, disputes.paymentId));
    const open = about.filter(({ dispute, payment }) => payment.merchantId === merchantId && dispute.status === "open");
    expect(stats.openDisputes).toBe(open.length);
    expect(stats.urgentDisputes).toBe(open.filter(({ dispute }) => now.getTime() - dispute.createdAt.getTime() >= 7 * 24 * hourMs).length);

    const stays = await harness.db.select().from(enrollments).where(eq(enrollments.merchantId, merchantId));
    const newUsers = stays.filter(({ startedAt }) => monthOn(startedAt, timeZone) === month).length;
    const lostUsers = stays.filter(({ endedAt }) => endedAt !== null && monthOn(endedAt, timeZone) === month).length;
    expect(stats.userChanges).toEqual({ newUsers, lostUsers, netChange: newUsers - lostUsers });

    for (const { month: name, completed, pending } of stats.months) {
      expect([name, completed, pending]).toEqual([name, ofMonth(name, "completed").amount, ofMonth(name, "pending").amount]);
    }
    const { startOfMonth, endOfMonth } = stats.dateRange;
    const days = { startDate: dayOn(new Date(startOfMonth), timeZone), endDate: dayOn(new Date(endOfMonth), timeZone), timeZone };
    const { items } = await call.transactions({ ...days, status: "completed", limit: 500 });
    const listed = items.map(({ amount }) => ({ amountCents: Math.round(amount * 100) }));
    expect(added(listed)).toEqual(stats.completedTransactions);
  });
});
