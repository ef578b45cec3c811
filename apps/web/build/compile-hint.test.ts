import { expect, it } from "vitest";
import { compileHint } from "./compile-hint.ts";

it("has browsers compile the functions of the first files while these arrive, and no others", () => {
  expect(["react", "checkout"].map((name) => compileHint({ name }))).toEqual(Array(2).fill("//# allFunctionsCalledOnLoad\n"));
  expect(["chain", "shared", "docs"].map((name) => compileHint({ name }))).toEqual(["", "", ""]);
});
