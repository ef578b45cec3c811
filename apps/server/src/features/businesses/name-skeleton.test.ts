import { describe, expect, it } from "vitest";
import { nameSkeleton } from "./name-skeleton.ts";

const real = "Juniper Court Apartments";

describe("the skeleton of a name", () => {
  it.each([
    ["another case", "JUNIPER COURT APARTMENTS"],
    ["other blanks and signs", "Juniper-Court  Apartments."],
    ["Cyrillic letters", "Juni\u0440er C\u043eurt \u0410partments"],
    ["Greek letters", "Juniper C\u03bfurt Apartments"],
    ["a digit for a letter", "Jun1per C0urt Apartments"],
    ["two letters that look like one", "Juniper Court Apartrnents"],
    ["full-width letters", "\uff2auniper Court Apartments"],
    ["a Greek capital", "Juniper Court \u0391partments"],
    ["an accent", "Juniper Co\u00fart Apartments"],
  ])("is the same for %s", (_how, name) => {
    expect(nameSkeleton(name)).toBe(nameSkeleton(real));
  });

  it.each(["Juniper Park Apartments", "Juniper Court", "Court Juniper Apartments"])("differs for %s", (name) => {
    expect(nameSkeleton(name)).not.toBe(nameSkeleton(real));
  });

  it("is never empty", () => {
    expect(nameSkeleton("!!!")).toBe("!!!");
  });
});
