import { expect, test } from "vitest";
import { affordableCount, gasOfBatch, gasOfEach, maxBatchGas, mostTogether } from "./authorization-batch.ts";
import { maxAuthorizationGas } from "./usdc.ts";

test("limits the gas of each transaction and of each authorization", () => {
  for (const most of [1, 3, mostTogether.contracts, 25, mostTogether.keys]) {
    expect(gasOfBatch(most, most)).toBeLessThanOrEqual(maxBatchGas);
    expect(gasOfEach(most)).toBeLessThanOrEqual(maxAuthorizationGas);
  }
  expect(gasOfEach(mostTogether.keys)).toBeGreaterThan(75_000n);
  expect(gasOfEach(mostTogether.contracts)).toBe(maxAuthorizationGas);
});

test("carries no more authorizations than the relayer's balance pays for at the offered fee", () => {
  const fee = 1_000_000_000n;
  expect(affordableCount(fee * gasOfBatch(200, 200), fee, 200)).toBe(200);
  expect(affordableCount(fee * gasOfBatch(50, 200), fee, 200)).toBe(50);
  expect(affordableCount(fee * gasOfBatch(50, 200) - 1n, fee, 200)).toBe(49);
  expect(affordableCount(fee * gasOfBatch(9, 8), fee, 8)).toBe(8);
  expect(affordableCount(0n, fee, 200)).toBe(0);
});
