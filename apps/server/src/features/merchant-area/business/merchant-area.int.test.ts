import { enrollments } from "@hearth/db/schema/enrollments";
import { users } from "@hearth/db/schema/users";
import { makeMerchant, makeUser } from "@hearth/db/testing/factories";
import { makeCompletedRefund, makePayment } from "@hearth/db/testing/payment-factories";
import { makeDispute } from "@hearth/db/testing/record-factories";
import { journalEntries } from "@hearth/db/schema/journal-entries";
import { payments } from "@hearth/db/schema/payments";
import { publicId } from "@hearth/domain/ids";
import { centsToUsdcUnits, wireAmount } from "@hearth/domain/money";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../../../testing/harness.ts";
import { ManualClock } from "../../../testing/manual-clock.ts";

const now = new Date("2026-11-20T15:00:00Z");
const zone = "America/New_York";
let harness: Harness;
beforeAll(async () => {
  harness = await startHarness({ clock: new ManualClock(now) });
});
afterAll(() => harness.close());

async function openMerchant(timeZone = zone) {
  const { merchant, owner } = await makeMerchant(harness.db, { timeZone });
  const token = await harness.signIn(owner.id);
  return { merchant, owner, token, call: harness.caller(token) };
}

const at = (text: string) => new Date(text);
const sum = (rows: { amountCents: number }[]) => wireAmount(rows.reduce((total, row) => total + row.amountCents, 0));

/** Creates payments on both sides of each edge of New York's November, which begins at 04:00 UTC and ends at 05:00. */
async function makeNovember(merchantId: string) {
  const times = [
    "2026-11-01T03:59:59.999Z",
    "2026-11-01T04:00:00Z",
    "2026-11-01T05:30:00Z",
    "2026-11-19T23:00:00Z",
    "2026-11-20T14:59:00Z",
  ];
  const statuses = ["completed", "pending", "failed", "cancelled"] as const;
  let cents = 10_001;
  for (const time of times) {
    for (const status of statuses) {
      cents += 137;
      await makePayment(harness.db, { merchantId, status, amountCents: cents, createdAt: at(time) });
    }
  }
}

describe("a merchant's figures", () => {
  it("add up to the raw rows of the month in the merchant's time zone, clock change included", async () => {
    const { merchant, call } = await openMerchant();
    await makeNovember(merchant.id);
    await makePayment(harness.db, { status: "completed", createdAt: now });
    const stats = await call.merchant.stats({});
    expect(stats.dateRange).toEqual({ startOfMonth: "2026-11-01T04:00:00.000Z", endOfMonth: "2026-12-01T04:59:59.999Z" });
    const rows = await harness.db.select().from(payments).where(eq(payments.merchantId, merchant.id));
    const inMonth = rows.filter(({ createdAt }) => createdAt >= at("2026-11-01T04:00:00Z"));
    for (const [figure, status] of [
      [stats.completedTransactions, "completed"],
      [stats.pendingTransactions, "pending"],
    ] as const) {
      const meant = inMonth.filter((row) => row.status === status);
      expect(figure).toEqual({ count: meant.length, amount: sum(meant) });
    }
    const october = rows.filter(({ createdAt, status }) => createdAt < at("2026-11-01T04:00:00Z") && status === "completed");
    expect(stats.months).toHaveLength(12);
    expect(stats.months.at(-2)).toMatchObject({ month: "2026-10", completed: sum(october) });
    expect(stats.months.at(-1)).toEqual({
      month: "2026-11",
      completed: stats.completedTransactions.amount,
      pending: stats.pendingTransactions.amount,
    });
  });

  it("match the transactions listed for the same days, by status, in any time zone", async () => {
    const { merchant, call } = await openMerchant();
    await makeNovember(merchant.id);
    for (const timeZone of [zone, "UTC", "Asia/Kolkata", "Pacific/Auckland"]) {
      const days = { startDate: "2026-11-01", endDate: "2026-11-30", timeZone };
      const totals = await call.merchant.transactionTotals(days);
      const stats = await call.merchant.stats({ timeZone });
      for (const status of ["all", "pending", "completed", "failed", "cancelled"] as const) {
        const { items } = await call.merchant.transactions({ ...days, status, limit: 500 });
        const amount = Math.round(items.reduce((total, item) => total + item.amount * 100, 0)) / 100;
        expect(totals[status], `${status} in ${timeZone}`).toEqual({ count: items.length, amount });
      }
      expect(stats.completedTransactions).toEqual(totals.completed);
      expect(stats.pendingTransactions).toEqual(totals.pending);
    }
  });

  it("show gross, refunded and net amounts of the journal on the dashboard, in the list and in the file", async () => {
    const { merchant, call } = await openMerchant();
    const paid = (amountCents: number, createdAt: string) =>
      makePayment(harness.db, { merchantId: merchant.id, status: "completed", amountCents, createdAt: at(createdAt) });
    const part = await paid(90_000, "2026-11-19T23:00:00Z");
    const whole = await paid(15_500, "2026-10-02T12:00:00Z");
    await paid(5_000, "2026-10-03T12:00:00Z");
    await makePayment(harness.db, { merchantId: merchant.id, amountCents: 7_000, createdAt: at("2026-11-20T12:00:00Z") });
    await makeCompletedRefund(harness.db, part, 10_000);
    await makeCompletedRefund(harness.db, whole, 15_500);

    const stats = await call.merchant.stats({});
    expect(stats.completedTransactions).toEqual({ count: 1, amount: 900 });
    expect(stats.revenue).toEqual({
      month: { grossAmount: 900, refundedAmount: 100, netAmount: 800 },
      total: { grossAmount: 1105, refundedAmount: 255, netAmount: 850 },
    });
    expect(stats.months.slice(-2)).toEqual([
      { month: "2026-10", completed: 50, pending: 0 },
      { month: "2026-11", completed: 800, pending: 70 },
    ]);

    const { items } = await call.merchant.transactions({});
    expect(items.map(({ amount, refunded, netAmount }) => [amount, refunded, netAmount])).toEqual([
      [70, "none", 0],
      [900, "part", 800],
      [50, "none", 50],
      [155, "whole", 0],
    ]);
    const lines = await harness.db.select().from(journalEntries).where(eq(journalEntries.merchantId, merchant.id));
    const inJournal = (account: "payment" | "returned") =>
      lines.filter((line) => line.account === account).reduce((units, line) => units + line.units, 0n);
    const listed = (field: "grossAmount" | "refundedAmount") =>
      centsToUsdcUnits(items.reduce((cents, item) => cents + Math.round(item[field] * 100), 0));
    expect([listed("grossAmount"), listed("refundedAmount")]).toEqual([-inJournal("payment"), inJournal("returned")]);
    const detail = await call.merchant.transaction({ paymentId: publicId("payment", part.id) });
    expect(detail).toMatchObject({ status: "completed", refunded: "part", grossAmount: 900, refundedAmount: 100, netAmount: 800 });

    const { csv } = await call.merchant.exportTransactions({ status: "completed" });
    expect(csv).toContain("Amount (USDC),Gross (USDC),Refunded (USDC),Net (USDC)");
    expect(csv).toContain(",900.00,900.00,100.00,800.00,");
    expect(csv).toContain(",155.00,155.00,155.00,0.00,");
  });

  it("count all open disputes, and the urgent ones among them", async () => {
    const { merchant, call } = await openMerchant();
    const filed = async (createdAt: string, closed = {}) => {
      const payment = await makePayment(harness.db, {
        merchantId: merchant.id,
        status: "completed",
        createdAt: at("2026-09-01T12:00:00Z"),
      });
      return makeDispute(harness.db, { paymentId: payment.id, createdAt: at(createdAt), ...closed });
    };
    await filed("2026-10-02T12:00:00Z");
    await filed("2026-11-13T15:00:00Z");
    const newest = await filed("2026-11-19T15:00:00Z");
    await filed("2026-11-01T12:00:00Z", { status: "closed", result: "denied", resultReason: "No", resolvedAt: now });
    const stats = await call.merchant.stats({});
    expect([stats.openDisputes, stats.urgentDisputes]).toEqual([3, 2]);
    expect(stats.recentDisputes[0]).toMatchObject({ disputeId: newest.code, ageDays: 1, urgency: "low", status: "open" });
    expect(stats.recentDisputes.map(({ ageDays }) => ageDays)).toEqual([1, 7, 19, 49]);
    const november = await call.merchant.disputeTotals({ startDate: "2026-11-01", endDate: "2026-11-30" });
    expect(november).toMatchObject({ all: { count: 3, amount: 4350 }, open: { count: 2 }, denied: { count: 1 }, approved: { count: 0 } });
    expect((await call.merchant.disputeTotals({})).open).toEqual({ count: stats.openDisputes, amount: 4350 });
  });

  it("count who enrolled and who left within the month, and name them", async () => {
    const { merchant, call } = await openMerchant();
    const { merchant: elsewhere } = await makeMerchant(harness.db);
    const enrolled = (enrolledAt: string, firstName: string) =>
      makeUser(harness.db, { enrolledMerchantId: merchant.id, enrolledAt: at(enrolledAt), firstName, aptNumber: "4B" });
    await enrolled("2026-11-01T03:59:59Z", "Before");
    await enrolled("2026-11-01T04:00:00Z", "First");
    await enrolled("2026-11-18T10:00:00Z", "Second");
    const leaving = await enrolled("2026-05-01T10:00:00Z", "Leaving");
    const moved = { enrolledMerchantId: elsewhere.id, enrolledAt: at("2026-11-10T10:00:00Z"), aptNumber: "77" };
    await harness.db.update(users).set(moved).where(eq(users.id, leaving.id));
    expect((await call.merchant.stats({})).userChanges).toEqual({ newUsers: 2, lostUsers: 1, netChange: 1 });
    const { items: people } = await call.merchant.userChanges({});
    const first = await call.merchant.userChanges({ limit: 2 });
    const second = await call.merchant.userChanges({ limit: 2, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items]).toEqual(people);
    expect(second.nextCursor).toBeNull();
    expect(people.map(({ firstName, aptNumber, change }) => [firstName, aptNumber, change])).toEqual([
      ["Second", "4B", "enrolled"],
      ["Leaving", null, "left"],
      ["First", "4B", "enrolled"],
    ]);
    expect(await harness.db.$count(enrollments, eq(enrollments.merchantId, merchant.id))).toBe(4);
  });

  it("are all zero for a new merchant", async () => {
    const { call } = await openMerchant();
    const stats = await call.merchant.stats({});
    expect(stats).toMatchObject({
      completedTransactions: { count: 0, amount: 0 },
      pendingTransactions: { count: 0, amount: 0 },
      openDisputes: 0,
      userChanges: { newUsers: 0, lostUsers: 0, netChange: 0 },
      recentTransactions: [],
      recentDisputes: [],
    });
    expect(stats.months.every(({ completed, pending }) => completed === 0 && pending === 0)).toBe(true);
  });
});

describe("a merchant's transactions", () => {
  it("page by keyset without a gap or a repeat, also where times are equal", async () => {
    const { merchant, call } = await openMerchant();
    for (let index = 0; index < 7; index++) {
      await makePayment(harness.db, { merchantId: merchant.id, createdAt: at("2026-11-05T12:00:00Z"), amountCents: 10_000 + index });
    }
    const listedIds: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page: Awaited<ReturnType<typeof call.merchant.transactions>> = await call.merchant.transactions({ limit: 3, cursor });
      listedIds.push(...page.items.map(({ _id }) => _id));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(listedIds).toHaveLength(7);
    expect(new Set(listedIds).size).toBe(7);
  });

  it("show payer, apartment, description and timeline", async () => {
    const { merchant, call } = await openMerchant();
    const tenant = await makeUser(harness.db, { firstName: "Maya", lastName: "Okafor", phoneNumber: "(555) 010-0100" });
    const payment = await makePayment(harness.db, { merchantId: merchant.id, consumerId: tenant.id, status: "completed", aptNumber: "4B" });
    const [item] = (await call.merchant.transactions({})).items;
    expect(item).toMatchObject({
      _id: publicId("payment", payment.id),
      userId: { firstName: "Maya", lastName: "Okafor", email: tenant.email, phoneNumber: "(555) 010-0100" },
      merchantId: { name: merchant.name },
      amount: 1450,
      aptNumber: "4B",
      description: "Rent",
    });
    const detail = await call.merchant.transaction({ paymentId: item?._id ?? "" });
    expect(detail.timeline.map(({ type }) => type)).toEqual(["created", "seen", "completed", "final"]);
    expect(JSON.stringify(detail)).not.toContain(payment.reference);
  });

  it("answer over REST as a bare array that pages by header, with the documented filters", async () => {
    const { merchant, token } = await openMerchant();
    await makeNovember(merchant.id);
    const get = (query: string, headers = {}) =>
      harness.app.inject({
        url: `/api/merchant-dashboard/transactions?${query}`,
        headers: { authorization: `Bearer ${token}`, ...headers },
      });
    const first = await get("status=all&limit=12");
    expect(first.json()).toHaveLength(12);
    expect((await get(`limit=12&cursor=${encodeURIComponent(String(first.headers["x-next-cursor"]))}`)).json()).toHaveLength(8);
    expect((await get("status=completed&startDate=2026-11-01&endDate=2026-11-01&timeZone=America/New_York")).json()).toHaveLength(2);
    expect((await get("status=completed&endDate=2026-10-31")).json()).toHaveLength(1);
    expect((await get("status=completed&endDate=2026-10-31", { "x-time-zone": "UTC" })).json()).toHaveLength(0);
    expect((await get("startDate=2026-11-20T14:59:00Z&endDate=2026-11-20T14:59:00.000Z")).json()).toHaveLength(4);
    for (const wrong of ["status=settled", "startDate=soon", "endDate=2026-02-30", "timeZone=Mars/Olympus", "startDate=a&startDate=b"]) {
      const answer = await get(wrong);
      expect([answer.statusCode, answer.json().code], wrong).toEqual([400, "VALIDATION"]);
    }
  });
});

describe("a merchant's export", () => {
  it("contains the listed rows with times in the merchant's zone, and no spreadsheet formulas", async () => {
    const { merchant, call } = await openMerchant();
    const payer = { merchantId: merchant.id, consumerId: (await makeUser(harness.db, { firstName: "=HYPERLINK(1)", lastName: "X" })).id };
    await makePayment(harness.db, { ...payer, createdAt: at("2026-11-01T03:30:00Z"), description: '@cmd, "quoted"' });
    await makePayment(harness.db, { ...payer, createdAt: at("2026-10-01T03:30:00Z"), amountCents: 10_005 });
    const { fileName, csv } = await call.merchant.exportTransactions({ startDate: "2026-10-31", endDate: "2026-10-31" });
    expect(fileName).toBe("transactions-2026-11-20.csv");
    const lines = csv.trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain("Date,Time zone,Payer,Email,Apartment");
    expect(lines[1]).toMatch(
      /^2026-10-31 23:30:00,America\/New_York,'=HYPERLINK\(1\) X,.*,"'@cmd, ""quoted""",pending,,1450\.00,0\.00,0\.00,0\.00,,pay_/,
    );
    expect((await call.merchant.exportTransactions({})).csv.trimEnd().split("\r\n")).toHaveLength(3);
  });

  it("reads on past the first thousand", async () => {
    const { merchant, call } = await openMerchant();
    const first = await makePayment(harness.db, { merchantId: merchant.id });
    const more = Array.from({ length: 1_005 }, (_, index) => ({
      ...first,
      id: undefined,
      amountCents: 20_000 + index,
      reference: index.toString(16).padStart(64, "0"),
      binding: `0x${index.toString(16).padStart(64, "0")}` as const,
    }));
    await harness.db.insert(payments).values(more);
    expect((await call.merchant.exportTransactions({})).csv.trimEnd().split("\r\n")).toHaveLength(1_007);
  });
});

describe("the merchant's area", () => {
  it("is for a merchant's owner only, and shows no other merchant's data", async () => {
    const { merchant, owner } = await openMerchant();
    const payment = await makePayment(harness.db, { merchantId: merchant.id });
    const paymentId = publicId("payment", payment.id);
    const other = await openMerchant();
    await expect(other.call.merchant.transaction({ paymentId })).rejects.toThrow("Transaction not found");
    await expect(other.call.merchant.transaction({ paymentId: "pay_nothing" })).rejects.toThrow("Transaction not found");
    expect((await other.call.merchant.transactions({})).items).toEqual([]);
    const tenant = await makeUser(harness.db, { enrolledMerchantId: merchant.id });
    await expect(harness.caller(await harness.signIn(tenant.id)).merchant.stats({})).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(harness.caller(await harness.signIn(owner.id, "admin")).merchant.stats({})).rejects.toMatchObject({
      code: "UNAUTHORIZED",
    });
    const without = await makeUser(harness.db, { role: "merchant", enrolledMerchantId: merchant.id });
    await expect(harness.caller(await harness.signIn(without.id)).merchant.stats({})).rejects.toThrow("No merchant account found");
  });
});
