import { describe, expect, it } from "vitest";
import { countText } from "./paged-list.tsx";

describe("count of listed rows", () => {
  it("shows the total if it is known, and marks an incomplete count", () => {
    expect(countText(17, true, { count: 412, hasMore: false }, "transaction")).toBe("17 of 412 transactions");
    expect(countText(50, true, { count: 10_000, hasMore: true }, "transaction")).toBe("50 of 10,000+ transactions");
    expect(countText(50, true, undefined, "user")).toBe("The newest 50 users");
    expect(countText(1, true, undefined, "property", "first")).toBe("The first property");
  });

  it("is the total on the last page", () => {
    expect(countText(1, false, undefined, "dispute")).toBe("1 dispute");
    expect(countText(0, false, { count: 0, hasMore: false }, "dispute")).toBe("0 disputes");
  });
});
