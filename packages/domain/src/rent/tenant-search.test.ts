import { expect, it } from "vitest";
import { readTenantSearch } from "./tenant-search.ts";

it.each([
  ["1450", 145_000],
  [" $1,450.00 ", 145_000],
  ["12,345,678.5", 1_234_567_850],
  ["1,45", null],
  ["14.501", null],
  ["unit 4", null],
  ["-5", null],
])("%s is an amount of %s cents", (typed, cents) => {
  expect(readTenantSearch(typed).cents).toBe(cents);
});

it("recognises a transaction only by its whole hash, in any case", () => {
  const hash = `0x${"aB".repeat(32)}`;
  expect(readTenantSearch(hash).txHash).toBe(hash.toLowerCase());
  expect(readTenantSearch(hash.slice(0, -1)).txHash).toBeNull();
});
