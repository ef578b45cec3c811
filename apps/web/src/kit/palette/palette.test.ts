import { expect, test } from "vitest";
import { listLike } from "./palette.ts";

const pages = ["Dashboard", "Transactions", "Unmatched money", "Disputes"].map((label) => ({ id: label, label, path: `/${label}` }));
const found = (text: string) => listLike(pages, text).map(({ label }) => label);

test("finds pages by the beginning of any word in their names", () => {
  expect(found("d")).toEqual(["Dashboard", "Disputes"]);
  expect(found(" MON ")).toEqual(["Unmatched money"]);
  expect(found("mon unm")).toEqual(["Unmatched money"]);
  expect(found("atch")).toEqual([]);
  expect(found("")).toHaveLength(4);
});

test("finds an act by its further words", () => {
  const acts = [{ id: "record", label: "Record payments", words: "check cash" }];
  expect(listLike(acts, "check")).toEqual(acts);
  expect(listLike(acts, "rec che")).toEqual(acts);
  expect(listLike(acts, "eck")).toEqual([]);
});
