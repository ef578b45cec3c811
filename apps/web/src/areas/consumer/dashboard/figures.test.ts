import { describe, expect, it } from "vitest";
import { describeGrowth, monthRemark, paymentDays } from "./figures.ts";

const october = { lastName: "October", lastCents: 150_615 };

describe("growth beside the month's figure", () => {
  it("says by how much more was paid than last month", () => {
    expect(describeGrowth({ ...october, thisCents: 157_840, percent: 4.8 })).toEqual({
      direction: "more",
      percent: "4.8%",
      words: "more than October, $1,506.15",
    });
  });

  it("says less without a minus sign", () => {
    expect(describeGrowth({ ...october, thisCents: 100_000, percent: -33.6 })).toMatchObject({ direction: "less", percent: "33.6%" });
  });

  it("compares nothing with nothing in words", () => {
    expect(describeGrowth({ lastName: "October", lastCents: 0, thisCents: 0, percent: 0 })).toEqual({
      direction: "same",
      words: "Nothing yet, and nothing in October",
    });
  });

  it("says that a month is like the one before", () => {
    expect(describeGrowth({ ...october, thisCents: 150_615, percent: 0 }).words).toBe("The same as October, $1,506.15");
  });
});

describe("a month's remark in the chart", () => {
  it("names the difference from the month before", () => {
    expect(monthRemark(157_840, 150_615)).toBe("$72.25 more");
    expect(monthRemark(150_615, 157_840)).toBe("$72.25 less");
  });

  it("remarks nothing where there is nothing to compare", () => {
    expect(monthRemark(157_840, undefined)).toBeUndefined();
    expect(monthRemark(157_840, 0)).toBeUndefined();
    expect(monthRemark(0, 157_840)).toBeUndefined();
  });
});

const rent = { createdAt: "2026-11-01T09:00:00.000Z", completedAt: "2026-11-01T09:01:00.000Z", status: "completed", amount: 1450 } as const;

it("places payments on their days, by month, each weighed against the largest", () => {
  const laundry = { ...rent, createdAt: "2026-10-16T09:00:00.000Z", completedAt: null, status: "pending", amount: 145 } as const;
  expect(paymentDays(["2026-10", "2026-11"], [rent, laundry], "UTC")).toEqual([
    { month: "2026-10", days: [{ day: 16, weight: 0.1, waiting: true }] },
    { month: "2026-11", days: [{ day: 1, weight: 1, waiting: false }] },
  ]);
});

it("counts days as the viewer's calendar does", () => {
  const [month] = paymentDays(["2026-10"], [{ ...rent, completedAt: "2026-11-01T03:00:00.000Z" }], "America/New_York");
  expect(month?.days.map(({ day }) => day)).toEqual([31]);
});

it("leaves out what was never paid", () => {
  const [month] = paymentDays(["2026-11"], [{ ...rent, status: "failed", completedAt: null }], "UTC");
  expect(month?.days).toEqual([]);
});
