import { describe, expect, it } from "vitest";
import { countText } from "./paged-list.tsx";

describe("how much of a list is shown", () => {
  it("is said with the whole where that is known, and where counting stopped", () => {
    expect(countText(17, true, { count: 412, hasMore: false }, "transaction")).toBe("17 of 412 transactions");
    expect(countText(50, true, { count: 10_000, hasMore: true }, "transaction")).toBe("50 of 10,000+ transactions");
    expect(countText(50, true, undefined, "user")).toBe("The newest 50 users");
  });

  it("is the whole itself on the last page", () => {
    expect(countText(1, false, undefined, "dispute")).toBe("1 dispute");
    expect(countText(0, false, { count: 0, hasMore: false }, "dispute")).toBe("0 disputes");
  });
});
