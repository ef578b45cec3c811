import { expect, it } from "vitest";
import { fontRuns } from "./fonts.ts";

const fileOf = (path: string) => path.split("/").at(-1);

it("writes plain text with one font of the wanted face", () => {
  const runs = fontRuns("$1,450.00", "slab");
  expect(runs.map(({ path, text }) => [fileOf(path), text])).toEqual([["hepta-slab-latin-300-normal.woff", "$1,450.00"]]);
});

it("changes the font where a script begins, and keeps every character", () => {
  const runs = fontRuns("Żelazna, Улица", "sans");
  expect(new Set(runs.map(({ path }) => path)).size).toBe(3);
  expect(runs.map(({ text }) => text).join("")).toBe("Żelazna, Улица");
});

it("writes all of a text in the sans where its own face cannot write some of it", () => {
  expect(fontRuns("Улица Rent", "slab").map(({ path }) => fileOf(path))).toEqual([
    "inter-cyrillic-400-normal.woff",
    "hanken-grotesk-latin-400-normal.woff",
  ]);
});

it("puts a question mark where no font has a character", () => {
  expect(fontRuns("Rent 家賃 🏠", "sans").map(({ text }) => text)).toEqual(["Rent ?? ?"]);
});
