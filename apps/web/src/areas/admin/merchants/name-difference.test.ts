import { describe, expect, it } from "vitest";
import { differenceOf, differenceWords } from "./name-difference.ts";

const marked = (left: string, right: string) => {
  const difference = differenceOf(left, right);
  const show = (parts: typeof difference.left) => parts.map(({ text, differs }) => (differs ? `[${text}]` : text)).join("");
  return [show(difference.left), show(difference.right), differenceWords(difference)];
};

describe("two names that look alike", () => {
  it.each([
    ["Jun1per Court", "Juniper Court", ["Jun[1]per Court", "Jun[i]per Court", "Different: “1” instead of “i”."]],
    ["Juniper C\u043Eurt", "Juniper Court", ["Juniper C[\u043E]urt", "Juniper C[o]urt", "Different: “\u043E” (U+043E) instead of “o”."]],
    ["Juniper Courts", "Juniper Court", ["Juniper Court[s]", "Juniper Court", "Different: “s” is added."]],
    ["Junper Court", "Juniper Court", ["Junper Court", "Jun[i]per Court", "Different: “i” is missing."]],
    ["Juniper Court", "Juniper Court", ["Juniper Court", "Juniper Court", "The names are the same, letter by letter."]],
    ["rnaple", "MAPLE", ["[rnaple]", "[MAPLE]", "Different: “rnaple” instead of “MAPLE”."]],
  ])("marks where %s differs from %s", (left, right, expected) => {
    expect(marked(left, right)).toEqual(expected);
  });
});
