import { expect, it } from "vitest";
import { disputeUrgency, urgencySince } from "./urgency.ts";

const now = new Date("2026-11-20T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

it.each([
  [0, 0, "low"],
  [2.999, 2, "low"],
  [3, 3, "medium"],
  [6.999, 6, "medium"],
  [7, 7, "high"],
  [40, 40, "high"],
  [-1, 0, "low"],
] as const)("a dispute filed %s days ago counts %i days and is of %s urgency", (age, days, urgency) => {
  expect(disputeUrgency(daysAgo(age), now)).toEqual({ days, urgency });
});

it("becomes high at the same moment as the count of urgent disputes", () => {
  expect(disputeUrgency(urgencySince("high", now), now).urgency).toBe("high");
  expect(disputeUrgency(new Date(urgencySince("high", now).getTime() + 1), now).urgency).toBe("medium");
});
