import { createCipheriv } from "node:crypto";
import { expect, it } from "vitest";
import { createEncryption } from "./encryption.ts";

const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const encryption = createEncryption([one]);

it("decrypts what it encrypted, and encrypts the same text differently each time", () => {
  const encrypted = encryption.encrypt("a token", "tokens of Maya");
  expect(encrypted).not.toContain("a token");
  expect(encryption.encrypt("a token", "tokens of Maya")).not.toBe(encrypted);
  expect(encryption.decrypt(encrypted, "tokens of Maya")).toBe("a token");
});

it("does not decrypt for another owner, with another key, or after a change", () => {
  const encrypted = encryption.encrypt("a token", "tokens of Maya");
  expect(() => encryption.decrypt(encrypted, "tokens of Ben")).toThrow();
  expect(() => createEncryption([two]).decrypt(encrypted, "tokens of Maya")).toThrow();
  expect(() => encryption.decrypt(`${encrypted.slice(0, -2)}AA`, "tokens of Maya")).toThrow();
  expect(() => encryption.decrypt("v0.AAAA", "tokens of Maya")).toThrow();
});

it("encrypts with its first key, and decrypts with any of them", () => {
  const old = encryption.encrypt("a token", "tokens of Maya");
  const both = createEncryption([two, one]);
  expect(both.decrypt(old, "tokens of Maya")).toBe("a token");
  const fresh = both.encrypt("a token", "tokens of Maya");
  expect([fresh.startsWith(both.newest), old.startsWith(both.newest)]).toEqual([true, false]);
  expect(createEncryption([two]).decrypt(fresh, "tokens of Maya")).toBe("a token");
  expect(() => encryption.decrypt(fresh, "tokens of Maya")).toThrow("None of the configured keys");
});

it("decrypts texts from before keys had names", () => {
  const nonce = Buffer.alloc(12, 9);
  const cipher = createCipheriv("aes-256-gcm", one, nonce).setAAD(Buffer.from("tokens of Maya"));
  const body = Buffer.concat([cipher.update("a token", "utf8"), cipher.final()]);
  const nameless = `v1.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url")}`;
  expect(createEncryption([two, one]).decrypt(nameless, "tokens of Maya")).toBe("a token");
  expect(() => createEncryption([two]).decrypt(nameless, "tokens of Maya")).toThrow("None of the configured keys");
});
