import fc from "fast-check";
import { concatHex, type Hex, keccak256 } from "viem";
import { expect, test } from "vitest";
import { calldataSuffix, deriveBinding, findBindings } from "./binding.ts";

const reference: Hex = `0x${"5e".repeat(32)}`;
const hex = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes): Hex => `0x${Buffer.from(bytes).toString("hex")}`);

test("derives the same binding for one reference and chain, and another one for any other", () => {
  const binding = deriveBinding(reference, 84532);
  expect(binding).toMatch(/^0x[0-9a-f]{64}$/);
  expect(deriveBinding(reference, 84532)).toBe(binding);
  expect(deriveBinding(reference, 8453)).not.toBe(binding);
  expect(deriveBinding(`0x${"5f".repeat(32)}`, 84532)).not.toBe(binding);
});

test("does not use the plain hash of a reference, which others may publish", () => {
  expect(deriveBinding(reference, 84532)).not.toBe(keccak256(reference));
});

test.each(["0x", "0x5e", `0x${"5e".repeat(31)}`, `0x${"5e".repeat(33)}`] as Hex[])(
  "refuses a reference of the wrong length: %s",
  (wrong) => {
    expect(() => deriveBinding(wrong, 84532)).toThrow(RangeError);
    expect(() => calldataSuffix(wrong)).toThrow(RangeError);
  },
);

test("finds a binding anywhere in the calldata", () => {
  fc.assert(
    fc.property(hex(0, 200), hex(32, 32), hex(0, 200), (before, binding, after) => {
      expect(findBindings(concatHex([before, calldataSuffix(binding), after]))).toEqual([binding]);
    }),
  );
});

test("finds each of several bindings, without duplicates", () => {
  const other: Hex = `0x${"aa".repeat(32)}`;
  expect(findBindings(concatHex([calldataSuffix(reference), calldataSuffix(other)]))).toEqual([reference, other]);
  expect(findBindings(concatHex([calldataSuffix(reference), calldataSuffix(reference)]))).toEqual([reference]);
});

test("reads upper-case calldata as well", () => {
  const suffix = calldataSuffix(reference);
  expect(findBindings(`0x${suffix.slice(2).toUpperCase()}`)).toEqual([reference]);
});

test("ignores a binding that is cut off or starts in the middle of a byte", () => {
  const suffix = calldataSuffix(reference);
  expect(findBindings(`0x${suffix.slice(2, -2)}`)).toEqual([]);
  expect(findBindings(`0x0${suffix.slice(2)}0`)).toEqual([]);
  expect(findBindings("0x")).toEqual([]);
});
