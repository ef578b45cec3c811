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
    for (let call = 0; call < 20; call += 1) limits.take("relay", "ada");
    clock.advance({ seconds: 60 });
    const error = refusal(() => limits.take("relay", "ada"));
    expect(error?.code).toBe("RATE_LIMITED");
    expect(error?.retryAfterSeconds).toBe(14 * 60);
  });

  it("begin anew when the window is over, and not a moment before", () => {
    const clock = new ManualClock(new Date("2026-11-20T10:00:00Z"));
    const limits = createRateLimits(clock, { relay: { max: 1, windowSeconds: 10 } });
    limits.take("relay", "ada");
    clock.advance({ milliseconds: 9_999 });
    expect(refusal(() => limits.take("relay", "ada"))?.code).toBe("RATE_LIMITED");
    clock.advance({ milliseconds: 2 });
    expect(refusal(() => limits.take("relay", "ada"))).toBeNull();
  });

  it("count each key and each rule by itself, and reset one key only", () => {
    const limits = createRateLimits(new ManualClock(), { relay: { max: 1, windowSeconds: 10 }, upload: { max: 1, windowSeconds: 10 } });
    limits.take("relay", "ada");
    limits.take("relay", "ben");
    limits.take("upload", "ada");
    limits.reset("relay", "ada");
    expect(refusal(() => limits.take("relay", "ada"))).toBeNull();
    expect(refusal(() => limits.take("relay", "ben"))?.code).toBe("RATE_LIMITED");
    expect(refusal(() => limits.take("upload", "ada"))?.code).toBe("RATE_LIMITED");
  });

  it("refuse nothing when they are off", () => {
    const limits = createRateLimits(new ManualClock(), null);
    for (let call = 0; call < 10_000; call += 1) limits.take("relay", "ada");
    expect(refusal(() => limits.take("relay", "ada"))).toBeNull();
  });
});
