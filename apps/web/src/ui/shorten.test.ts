import { expect, it } from "vitest";
import { shortenMiddle } from "./shorten.ts";

const hash = "0x8f3a91c29e417604f88a4142f956b2e31ee99ac860a20278a5b0e2a85e10b04e";

it("shows the first 10 characters of a transaction hash in a list", () => {
  expect(shortenMiddle(hash, 10, 0)).toBe("0x8f3a91c2…");
});

it("shows both ends of a hash in details, and of an address", () => {
  expect(shortenMiddle(hash, 10, 8)).toBe("0x8f3a91c2…5e10b04e");
  expect(shortenMiddle("0x71C3E54D0000000000000000000000154C9A0d12", 6, 4)).toBe("0x71C3…0d12");
});

it("does not shorten a short code", () => {
  expect(shortenMiddle("H7Q4-K2MX", 6, 4)).toBe("H7Q4-K2MX");
});
