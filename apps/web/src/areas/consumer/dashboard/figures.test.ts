import { describe, expect, it } from "vitest";
import { describeGrowth, leadingLease, ribbonMonths } from "./figures.ts";

const october = { lastName: "October", lastCents: 150_615 };

describe("the lease that the dashboard is about", () => {
  const next = { dueOn: "2027-01-01" };
  const lateOne = { id: "late", owed: 60, dueOn: "2026-11-05", next };
  const dueSoon = { id: "soon", owed: 1450, dueOn: "2026-12-01", next };
  const paidUp = { id: "paid", owed: 0, dueOn: null, next };
  const over = { id: "over", owed: 0, dueOn: null, next: null };

  it("is the one that has been due longest, wherever it is in the list", () => {
    expect(leadingLease([over, dueSoon, paidUp, lateOne])?.id).toBe("late");
    expect(leadingLease([paidUp, dueSoon])?.id).toBe("soon");
  });

  it("is the one with the next rent where nothing is owed, and one that is over only where there is no other", () => {
    expect(leadingLease([over, { ...paidUp, id: "later", next: { dueOn: "2027-02-01" } }, paidUp])?.id).toBe("paid");
    expect(leadingLease([over])?.id).toBe("over");
    expect(leadingLease([])).toBeUndefined();
  });
});

describe("growth beside the month's figure", () => {
  it("says how much more was paid than last month", () => {
    expect(describeGrowth({ ...october, thisCents: 157_840, percent: 4.8 })).toEqual({
      direction: "more",
      percent: "4.8%",
      text: "more than October, $1,506.15",
    });
  });

  it('says "less" without a minus sign', () => {
    expect(describeGrowth({ ...october, thisCents: 100_000, percent: -33.6 })).toMatchObject({ direction: "less", percent: "33.6%" });
  });

  it("describes two empty months in words", () => {
    expect(describeGrowth({ lastName: "October", lastCents: 0, thisCents: 0, percent: 0 })).toEqual({
      direction: "same",
      text: "Nothing yet, and nothing in October",
    });
  });

  it("says that a month equals the one before", () => {
    expect(describeGrowth({ ...october, thisCents: 150_615, percent: 0 }).text).toBe("The same as October, $1,506.15");
  });
});

const rent = {
  id: "pay_1",
  createdAt: "2026-11-01T09:00:00.000Z",
  completedAt: "2026-11-01T09:01:00.000Z",
  status: "completed",
  amount: 1450,
  transactionHash: "0xa1",
  timeZone: "UTC",
} as const;

it("shows the largest completed payment of each month, and no engraving for one that is only pending", () => {
  const water = { ...rent, id: "pay_2", amount: 64.2, transactionHash: "0xb2" };
  const laundry = {
    ...rent,
    id: "pay_3",
    createdAt: "2026-10-16T09:00:00.000Z",
    completedAt: null,
    status: "pending",
    transactionHash: null,
  } as const;
  expect(ribbonMonths(["2026-09", "2026-10", "2026-11"], [water, rent, laundry])).toEqual([
    { month: "2026-09", hash: null, day: null },
    { month: "2026-10", hash: null, day: "2026-10-16" },
    { month: "2026-11", hash: "0xa1", day: "2026-11-01" },
  ]);
});

it("uses the payment's time zone for the day", () => {
  const [month] = ribbonMonths(["2026-10"], [{ ...rent, completedAt: "2026-11-01T03:00:00.000Z", timeZone: "America/New_York" }]);
  expect(month?.day).toBe("2026-10-31");
});

it("puts rent that was paid early to the month that it was for, beside the payment of the month in which it was paid", () => {
  const early = { ...rent, id: "pay_4", completedAt: "2026-11-27T09:00:00.000Z", transactionHash: "0xc3", amount: 1500 };
  const paidMonths = [{ month: "2026-12", paymentId: "pay_4" }];
  expect(ribbonMonths(["2026-11", "2026-12"], [rent, early], paidMonths)).toEqual([
    { month: "2026-11", hash: "0xa1", day: "2026-11-01" },
    { month: "2026-12", hash: "0xc3", day: "2026-11-27" },
  ]);
});

it("leaves out payments that were never paid", () => {
  const [month] = ribbonMonths(["2026-11"], [{ ...rent, status: "failed", completedAt: null }]);
  expect(month).toEqual({ month: "2026-11", hash: null, day: null });
});
