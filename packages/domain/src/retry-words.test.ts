import { describe, expect, it } from "vitest";
import { HearthError } from "./errors.ts";
import { sayWhen, waitingTime } from "./retry-words.ts";

describe("the time of a retry", () => {
  it.each([
    [0, "1 second"],
    [2, "2 seconds"],
    [60, "60 seconds"],
    [61, "2 minutes"],
    [2225, "38 minutes"],
    [3601, "2 hours"],
    [2_591_992, "30 days"],
  ])("%i seconds are %s", (seconds, words) => {
    expect(waitingTime(seconds)).toBe(words);
  });

  it("replaces a vague sentence, and follows any other", () => {
    expect(sayWhen("We are busy at the moment. Please try again shortly.", 5)).toBe(
      "We are busy at the moment. Please try again in 5 seconds.",
    );
    expect(sayWhen("Too many wrong passwords were tried.", 120)).toBe(
      "Too many wrong passwords were tried. Please try again in 2 minutes.",
    );
    expect(sayWhen("Too many attempts. Please wait a moment and try again.", undefined)).toContain("wait a moment");
  });

  it("is in the message of every failure that has one", () => {
    expect(new HearthError("RATE_LIMITED", { retryAfterSeconds: 2225 }).message).toBe("Too many attempts. Please try again in 38 minutes.");
    expect(new HearthError("RATE_LIMITED").message).toBe("Too many attempts. Please wait a moment and try again.");
  });
});
