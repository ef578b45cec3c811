import { expect, it } from "vitest";
import { filterStep } from "./filter-step.ts";

it("makes each filter a step of the history, and continued typing none", () => {
  expect(filterStep({}, { status: "open" }).replace).toBe(false);
  expect(filterStep({}, { search: "m" }).replace).toBe(false);
  expect(filterStep({ search: "m" }, { search: "ma" }).replace).toBe(true);
  expect(filterStep({ search: "ma" }, { search: undefined }).replace).toBe(false);
  expect(filterStep({ search: "m" }, { search: "ma", status: "open" }).replace).toBe(false);
});

it("makes closing a dialog over the list no step", () => {
  expect(filterStep({}, { transaction: undefined }).replace).toBe(true);
});
