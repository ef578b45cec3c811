import { describe, expect, it } from "vitest";
import { readAllPages } from "./read-all-pages.ts";

/** A mock of a paginated list of numbers that records its requests. */
function listOf(count: number, size: number) {
  const inputs: object[] = [];
  const load = async (page: { cursor?: string; limit: number }) => {
    inputs.push(page);
    const from = Number(page.cursor ?? 0);
    const items = Array.from({ length: Math.min(size, count - from) }, (_, index) => from + index);
    return { items, nextCursor: from + size < count ? String(from + size) : null };
  };
  return { asked: inputs, load };
}

describe("reading a list to its end", () => {
  it("follows each page's cursor and misses nothing", async () => {
    const { asked: inputs, load } = listOf(7, 3);
    expect(await readAllPages(load)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(inputs).toEqual([{ limit: 500 }, { limit: 500, cursor: "3" }, { limit: 500, cursor: "6" }]);
  });

  it("requests a single page once, even an empty one", async () => {
    const { asked: inputs, load } = listOf(0, 3);
    expect(await readAllPages(load)).toEqual([]);
    expect(inputs).toHaveLength(1);
  });

  it("returns no partial list if a page fails", async () => {
    const { load } = listOf(7, 3);
    const fails = readAllPages((page) => (page.cursor === "3" ? Promise.reject(new Error("Away")) : load(page)));
    await expect(fails).rejects.toThrow("Away");
  });
});
