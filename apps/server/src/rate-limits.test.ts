import { HearthError } from "@hearth/domain/errors";
import { describe, expect, it } from "vitest";
import { createRateLimits } from "./rate-limits.ts";
import { ManualClock } from "./testing/manual-clock.ts";

function refusal(take: () => void): HearthError | null {
  try {
    take();
    return null;
  } catch (error) {
    if (error instanceof HearthError) return error;
    throw error;
  }
}

describe("the rate limits", () => {
  it("let the last allowed call through and refuse the next, saying how long to wait", () => {
    const clock = new ManualClock(new Date("2026-11-20T10:00:00Z"));
    const limits = createRateLimits(clock);
    for (let call = 0; call < 30; call += 1) limits.take("receipt", "ada");
    clock.advance({ seconds: 20 });
    const error = refusal(() => limits.take("receipt", "ada"));
    expect(error?.code).toBe("RATE_LIMITED");
    expect(error?.retryAfterSeconds).toBe(40);
  });

  it("reset once the window has ended", () => {
    const clock = new ManualClock(new Date("2026-11-20T10:00:00Z"));
    const limits = createRateLimits(clock, { receipt: { max: 1, windowSeconds: 10 } });
    limits.take("receipt", "ada");
    clock.advance({ milliseconds: 9_999 });
    expect(refusal(() => limits.take("receipt", "ada"))?.code).toBe("RATE_LIMITED");
    clock.advance({ milliseconds: 2 });
    expect(refusal(() => limits.take("receipt", "ada"))).toBeNull();
  });

  it("count each key and each rule by itself", () => {
    const limits = createRateLimits(new ManualClock(), { receipt: { max: 1, windowSeconds: 10 }, call: { max: 1, windowSeconds: 10 } });
    limits.take("receipt", "ada");
    limits.take("receipt", "ben");
    limits.take("call", "ada");
    expect(refusal(() => limits.take("receipt", "ada"))?.code).toBe("RATE_LIMITED");
    expect(refusal(() => limits.take("receipt", "cleo"))).toBeNull();
  });

  it("refuse nothing when they are off", () => {
    const limits = createRateLimits(new ManualClock(), null);
    for (let call = 0; call < 10_000; call += 1) limits.take("receipt", "ada");
    expect(refusal(() => limits.take("receipt", "ada"))).toBeNull();
  });
});
