import { expect, it } from "vitest";
import { engravingBox, engravingPaths } from "./engraving.ts";

const hash = "0xa90c6be1c29e417604f88a4142f956b2e31ee99ac860a20278a5b0e27d3f18c2";

it("engraves 22 lines, always the same ones for the same transaction", () => {
  expect(engravingPaths(hash)).toHaveLength(22);
  expect(engravingPaths(hash)).toEqual(engravingPaths(hash));
});

it("engraves another drawing when any of the first three bytes differs", () => {
  const drawings = ["0xa90c6b", "0xa80c6b", "0xa90d6b", "0xa90c6c"].map((start) => engravingPaths(start + hash.slice(8)).join());
  expect(new Set(drawings).size).toBe(4);
});

it("never leaves its box", () => {
  const heights = engravingPaths("0xff00ff").flatMap((path) =>
    path
      .slice(1)
      .split("L")
      .map((point) => Number(point.split(" ")[1])),
  );
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...heights)).toBeLessThanOrEqual(engravingBox.height);
});

it("still draws where the hash is not one", () => {
  expect(engravingPaths("pending").join()).not.toContain("NaN");
});
