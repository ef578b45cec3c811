import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeBusinessAddress, parseBusinessAddress } from "./business-address.ts";

describe("a business's address", () => {
  it("splits into its parts and joins again", () => {
    const text = "2140 Juniper Court, Providence, RI 02906, United States";
    const parts = { street: "2140 Juniper Court", city: "Providence", state: "RI", zipCode: "02906", country: "United States" };
    expect(parseBusinessAddress(text)).toEqual(parts);
    expect(composeBusinessAddress(parts)).toBe(text);
  });

  it.each([
    ["5 Wharf Street, Suite 4, Rear, Bldg. C, 2nd floor, Newport, RI 02840-1234, United States", "02840-1234"],
    ["1 Main Street, Albany, New York 12207, United States", "12207"],
    ["80 Elgin Street, Ottawa, ON K1P 5K7, Canada", "K1P 5K7"],
    ["1 High Street, Oxford, Oxfordshire OX1 4AH, United Kingdom", "OX1 4AH"],
    ["Calle Mayor 1, Madrid, Madrid 28013, Other", "28013"],
  ])("%s has its ZIP code found", (text, zipCode) => {
    expect(parseBusinessAddress(text)).toMatchObject({ zipCode });
  });

  it.each([
    "",
    "Somewhere in Providence",
    "2140 Juniper Court, Providence",
    "2140 Juniper Court, Providence, RI 02906",
    "2140 Juniper Court, Providence, RI, 02906, United States",
    "2140 Juniper Court, Providence, RI 0290, United States",
    "2140 Juniper Court,Providence,RI 02906,United States",
    "2140 Juniper Court, Providence, 02906, United States",
    ", Providence, RI 02906, United States",
    "2140 Juniper Court , Providence, RI 02906, United States",
  ])("in another form (%s) stays unsplit", (text) => {
    expect(parseBusinessAddress(text)).toBeNull();
  });

  it("is never altered: every address that splits joins to the same string", () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9 .-]{1,12}$/);
    const texts = fc.oneof(
      fc.string(),
      fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(", ")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const parts = parseBusinessAddress(text);
        if (parts !== null) expect(composeBusinessAddress(parts)).toBe(text);
      }),
      { examples: [["0,  , - a, constructor"]] },
    );
  });
});
