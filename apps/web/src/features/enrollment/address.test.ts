import { combineAddress } from "@hearth/domain/merchants/inputs";
import { expect, it, describe } from "vitest";
import { splitAddress, apartmentName } from "./address.ts";

it("splits a stored address, including commas and spaces in its parts", () => {
  for (const parts of [
    { street: "118 Juniper Court", city: "Portland", state: "OR", zipCode: "97205" },
    { street: "5 Main St, Building C", city: "Saint Paul", state: "New Hampshire", zipCode: "03301-1234" },
  ]) {
    expect(splitAddress(combineAddress(parts))).toEqual(parts);
  }
});

it("keeps an address that it cannot split in the street field", () => {
  expect(splitAddress("Somewhere")).toEqual({ street: "Somewhere", city: "", state: "", zipCode: "" });
  expect(splitAddress(null)).toEqual({ street: "", city: "", state: "", zipCode: "" });
});

describe("apartmentName", () => {
  it.each(["4B", "12", "B2", "C"])("formats %s as an apartment without a line break", (number) => {
    expect(apartmentName(number)).toBe(`Apt\u00a0${number}`);
  });

  it.each(["Tower B, floor 3", "Penthouse"])("keeps the own word of %s", (name) => {
    expect(apartmentName(name)).toBe(name);
  });
});
