import { expect, it } from "vitest";
import { day, emptiedDay, oneOf, positiveNumber, searchOf, text, textUpTo, yesOrNo } from "./search.ts";

const read = searchOf({
  name: text(5),
  search: textUpTo(5),
  tab: oneOf(["one", 2.5]),
  edit: yesOrNo,
  amount: positiveNumber,
  from: day,
  until: emptiedDay,
});

it("keeps the allowed search parameters only", () => {
  const search = { name: "Maya", search: "rent", tab: 2.5, edit: false, amount: 12.5, from: "2026-11-01", until: "", other: "x" };
  const { other: _, ...known } = search;
  expect(read(search)).toEqual(known);
});

it.each<[string, unknown]>([
  ["name", "too long"],
  ["name", 5],
  ["search", "too long"],
  ["search", ["rent"]],
  ["tab", "two"],
  ["tab", "2.5"],
  ["edit", "true"],
  ["amount", 0],
  ["amount", -1],
  ["amount", Number.POSITIVE_INFINITY],
  ["amount", "12"],
  ["from", "2026-02-30"],
  ["from", ""],
  ["until", "yesterday"],
])("ignores an invalid %s: %j", (name, value) => {
  expect(read({ [name]: value })).toEqual({});
});

it("reads a number as search text", () => {
  expect(read({ search: 1250 })).toEqual({ search: "1250" });
});

it("ignores inherited properties", () => {
  expect(searchOf({ constructor: oneOf([Object]) })({})).toEqual({});
});
