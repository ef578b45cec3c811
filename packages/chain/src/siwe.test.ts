import { expect, test } from "vitest";
import { createLoginMessage, parseLoginMessage } from "./siwe.ts";

const fields = {
  domain: "localhost:5000",
  uri: "http://localhost:5000",
  address: "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
  chainId: 84532,
  nonce: "k3J9sQ2mZx81",
  issuedAt: new Date("2026-11-20T10:00:00.000Z"),
  expiresAt: new Date("2026-11-20T10:10:00.000Z"),
  payoutAddress: null,
} as const;

test("parses every field of its own text", () => {
  const message = createLoginMessage(fields);
  expect(message).toContain("localhost:5000 wants you to sign in with your Ethereum account:");
  expect(parseLoginMessage(message)).toEqual(fields);
});

test.each([
  ["another statement", (message: string) => message.replace("This costs nothing.", "Send all your money.")],
  ["a line added at its end", (message: string) => `${message}\nResources:\n- https://evil.example`],
  ["a line added at its start", (message: string) => `hello\n${message}`],
  ["no expiry", (message: string) => message.replace(/\nExpiration Time: .*/, "")],
  ["an unreadable time", (message: string) => message.replace(/Issued At: .*/, "Issued At: soon")],
  ["an address with a wrong checksum", (message: string) => message.replace("0x90F7", "0x90f7")],
  ["nothing in it", () => ""],
])("returns null for a text with %s", (_, change) => {
  expect(parseLoginMessage(change(createLoginMessage(fields)))).toBeNull();
});
