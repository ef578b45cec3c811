import { expect, it } from "vitest";
import { createSeal } from "./sealing.ts";

const seal = createSeal(Buffer.alloc(32, 1));

it("opens what it closed, and closes the same text differently each time", () => {
  const sealed = seal.close("a token", "tokens of Maya");
  expect(sealed).not.toContain("a token");
  expect(seal.close("a token", "tokens of Maya")).not.toBe(sealed);
  expect(seal.open(sealed, "tokens of Maya")).toBe("a token");
});

it("opens nothing for another owner, with another key, or after a change", () => {
  const sealed = seal.close("a token", "tokens of Maya");
  expect(() => seal.open(sealed, "tokens of Ben")).toThrow();
  expect(() => createSeal(Buffer.alloc(32, 2)).open(sealed, "tokens of Maya")).toThrow();
  expect(() => seal.open(`${sealed.slice(0, -2)}AA`, "tokens of Maya")).toThrow();
  expect(() => seal.open("v0.AAAA", "tokens of Maya")).toThrow();
});
