import { combineAddress } from "@hearth/domain/merchants/inputs";
import { expect, it } from "vitest";
import { splitAddress } from "./split-address.ts";

it("takes a stored address apart again, commas and spaces in its parts included", () => {
  for (const parts of [
    { street: "118 Juniper Court", city: "Portland", state: "OR", zipCode: "97205" },
    { street: "5 Main St, Building C", city: "Saint Paul", state: "New Hampshire", zipCode: "03301-1234" },
  ]) {
    expect(splitAddress(combineAddress(parts))).toEqual(parts);
  }
});

it("keeps what it cannot take apart in sight", () => {
  expect(splitAddress("Somewhere")).toEqual({ street: "Somewhere", city: "", state: "", zipCode: "" });
  expect(splitAddress(null)).toEqual({ street: "", city: "", state: "", zipCode: "" });
});
