import { expect, test } from "vitest";
import { parseAddress, sameAddress } from "./addresses.ts";

const checksummed = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";

test.each([
  ["as written", checksummed],
  ["in lower case", checksummed.toLowerCase()],
  ["in upper case", `0x${checksummed.slice(2).toUpperCase()}`],
])("parses an address %s and returns it checksummed", (_, text) => {
  expect(parseAddress(text)).toBe(checksummed);
});

test.each([
  ["one letter in the wrong case", checksummed.replace("Cb", "cb")],
  ["a digit missing", checksummed.slice(0, -1)],
  ["a digit too many", `${checksummed}0`],
  ["no prefix", checksummed.slice(2)],
  ["a space before it", ` ${checksummed}`],
  ["a line end after it", `${checksummed}\n`],
  ["a letter that is no digit", checksummed.replace("7e", "7g")],
  ["a name", "landlord.base.eth"],
  ["nothing", ""],
])("refuses an address with %s", (_, text) => {
  expect(parseAddress(text)).toBeNull();
});

test("compares addresses ignoring case", () => {
  expect(sameAddress(checksummed, "0x036cbd53842c5426634e7929541ec2318f3dcf7e")).toBe(true);
  expect(sameAddress(checksummed, "0x036cbd53842c5426634e7929541ec2318f3dcf7f")).toBe(false);
});
