import { describe, expect, it } from "vitest";
import { cutText } from "./clipped.tsx";

describe("text in a table", () => {
  it("stays whole up to the length and is cut after it, counted in characters", () => {
    expect(cutText("x".repeat(30), 30)).toBe("x".repeat(30));
    expect(cutText("x".repeat(31), 30)).toBe(`${"x".repeat(30)}…`);
    expect(cutText("🏠".repeat(31), 30)).toBe(`${"🏠".repeat(30)}…`);
    expect(cutText("Charged for water during the outage", 30)).toBe("Charged for water during the o…");
  });
});
