import { expect, it } from "vitest";
import { signerStatus, type RecordKey } from "./record-keys.ts";

const [old, current] = ["0x1111111111111111111111111111111111111111", "0x2222222222222222222222222222222222222222"] as const;
const keys: RecordKey[] = [
  { address: current, networks: ["base"], from: 2_000, until: null, isDemo: false },
  { address: old, networks: ["base"], from: 1_000, until: 2_000, isDemo: false },
];

it.each([
  [current, 8453, 2_000, "known"],
  [current, 8453, 1_999, "unknown"],
  [old, 8453, 1_999, "retired"],
  [old, 8453, 2_000, "unknown"],
  [old, 8453, 999, "unknown"],
  [current, 84_532, 2_000, "unknown"],
] as const)("a key counts for its chain and its time: %s on %i at %i is %s", (signer, chainId, issuedAt, standing) => {
  expect(signerStatus(signer, { chainId, issuedAt, keys })).toBe(standing);
});

it("the local network's key is unknown on Base, and a demo key elsewhere", () => {
  const demo = "0xa0Ee7A142d267C1f36714E4a8F75612F20a79720";
  expect(signerStatus(demo, { chainId: 84_532, issuedAt: 1_790_000_000 })).toBe("demo");
  expect(signerStatus(demo, { chainId: 8453, issuedAt: 1_790_000_000 })).toBe("unknown");
});
