import { expect, test } from "vitest";
import { pagesLike } from "./palette.ts";

const pages = ["Dashboard", "Transactions", "Unmatched money", "Disputes"].map((label) => ({ id: label, label, path: `/${label}` }));
const found = (text: string) => pagesLike(pages, text).map(({ label }) => label);

test("finds pages by the beginning of any word in their names", () => {
  expect(found("d")).toEqual(["Dashboard", "Disputes"]);
  expect(found(" MON ")).toEqual(["Unmatched money"]);
  expect(found("atch")).toEqual([]);
  expect(found("")).toHaveLength(4);
});
