import { expect, test } from "vitest";
import { explorerAddressUrl, explorerTxUrl, networks } from "./networks.ts";

test.each(["base", "base-sepolia"] as const)("on %s five blocks are enough up to and including $500.00", (name) => {
  expect(networks[name].confirmations(100)).toEqual({ kind: "depth", blocks: 5 });
  expect(networks[name].confirmations(50_000)).toEqual({ kind: "depth", blocks: 5 });
});

test.each(["base", "base-sepolia"] as const)("on %s a payment above $500.00 waits for the safe block", (name) => {
  expect(networks[name].confirmations(50_001)).toEqual({ kind: "safe" });
  expect(networks[name].confirmations(1_000_000)).toEqual({ kind: "safe" });
});

test("on the local chain two blocks are enough for every amount", () => {
  expect(networks.local.confirmations(100)).toEqual({ kind: "depth", blocks: 2 });
  expect(networks.local.confirmations(1_000_000)).toEqual({ kind: "depth", blocks: 2 });
});

test.each(["base", "base-sepolia"] as const)("on %s a relay of 100,000 gas costs at most 0.0002 ETH", (name) => {
  expect(networks[name].relayFees.mostPerGas * 100_000n).toBe(200_000_000_000_000n);
});

test("links to the explorer of the network, and to none on the local chain", () => {
  const hash = "0xaa";
  expect(explorerTxUrl(networks.base, hash)).toBe("https://basescan.org/tx/0xaa");
  expect(explorerAddressUrl(networks["base-sepolia"], hash)).toBe("https://sepolia.basescan.org/address/0xaa");
  expect(explorerTxUrl(networks.local, hash)).toBeNull();
  expect(explorerAddressUrl(networks.local, hash)).toBeNull();
});
