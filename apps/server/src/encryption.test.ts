import { expect, it } from "vitest";
import { createEncryption } from "./encryption.ts";

const encryption = createEncryption(Buffer.alloc(32, 1));

it("decrypts what it encrypted, and encrypts the same text differently each time", () => {
  const encrypted = encryption.encrypt("a token", "tokens of Maya");
  expect(encrypted).not.toContain("a token");
  expect(encryption.encrypt("a token", "tokens of Maya")).not.toBe(encrypted);
  expect(encryption.decrypt(encrypted, "tokens of Maya")).toBe("a token");
});

it("decrypts nothing for another owner, with another key, or after a change", () => {
  const encrypted = encryption.encrypt("a token", "tokens of Maya");
  expect(() => encryption.decrypt(encrypted, "tokens of Ben")).toThrow();
  expect(() => createEncryption(Buffer.alloc(32, 2)).decrypt(encrypted, "tokens of Maya")).toThrow();
  expect(() => encryption.decrypt(`${encrypted.slice(0, -2)}AA`, "tokens of Maya")).toThrow();
  expect(() => encryption.decrypt("v0.AAAA", "tokens of Maya")).toThrow();
});
