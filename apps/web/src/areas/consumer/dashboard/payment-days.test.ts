import { expect, it } from "vitest";
import { paymentDays } from "./payment-days.ts";

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
