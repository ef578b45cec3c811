import { expect, it } from "vitest";
import { mailMaxAgeMs, nextMailAttempt } from "./mails.ts";

const start = new Date("2026-11-20T09:00:00.000Z");

it("sends a mail at most seven times, at growing intervals, within its maximum age", () => {
  const tries: number[] = [];
  for (let at: Date | null = start, tried = 1; at !== null; tried += 1) {
    tries.push(at.getTime() - start.getTime());
    at = nextMailAttempt(tried, at);
  }
  expect(tries.map((ms) => ms / 60_000)).toEqual([0, 0.5, 2.5, 12.5, 72.5, 432.5, 1152.5]);
  expect(tries.at(-1)).toBeLessThan(mailMaxAgeMs);
});
