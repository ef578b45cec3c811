import { expect, it } from "vitest";
import { chunkCycle } from "./chunk-cycles.ts";

const chunk = (fileName: string, ...imports: string[]) => ({ [fileName]: { type: "chunk" as const, fileName, imports } });

it("finds chunks that import each other in a cycle, without the chunks that lead to it", () => {
  const bundle = { ...chunk("page.js", "a.js"), ...chunk("a.js", "vendor.js", "b.js"), ...chunk("b.js", "a.js"), ...chunk("vendor.js") };
  expect(chunkCycle(bundle)).toEqual(["a.js", "b.js"]);
});

it("finds no cycle if several chunks import the same one", () => {
  const bundle = {
    ...chunk("page.js", "a.js", "b.js"),
    ...chunk("a.js", "vendor.js"),
    ...chunk("b.js", "vendor.js"),
    ...chunk("vendor.js"),
  };
  expect(chunkCycle({ ...bundle, "style.css": { type: "asset" } })).toBeNull();
});
