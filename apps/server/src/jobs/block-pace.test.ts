import { expect, it } from "vitest";
import { createBlockPoller } from "./block-pace.ts";

/** Simulates polling a chain with this block time for a minute. Returns each block's delay until it was seen, and the number of polls. */
function follow({ everyMs, offsetMs = 0, lookMs = 10 }: { everyMs: number; offsetMs?: number; lookMs?: number }) {
  const pace = createBlockPoller(2_000);
  const born = (height: number) => offsetMs + height * everyMs;
  const delays: number[] = [];
  let [at, looks, lastBlock] = [0, 0, -1];
  while (at < 60_000) {
    const height = Math.floor((at - offsetMs) / everyMs);
    at += lookMs;
    looks += 1;
    if (height > lastBlock) delays.push(at - born(height));
    lastBlock = height;
    at += pace.after({ height: BigInt(height), time: new Date(Math.floor(born(height) / 1_000) * 1_000) }, at);
  }
  return { settled: delays.slice(5), looks };
}

it.each([0, 130, 777, 1_500, 1_990])(
  "sees blocks two seconds apart within 150 ms with four polls each, %i ms off the clock",
  (offsetMs) => {
    const { settled, looks } = follow({ everyMs: 2_000, offsetMs: offsetMs - 2_000 });
    expect(settled.length).toBeGreaterThan(20);
    expect(Math.max(...settled)).toBeLessThanOrEqual(150);
    expect(looks).toBeLessThanOrEqual(31 * 4 + 10);
  },
);

it("follows blocks that come faster than the network says", () => {
  const { settled } = follow({ everyMs: 1_000 });
  expect(settled.length).toBeGreaterThan(45);
  expect(Math.max(...settled)).toBeLessThanOrEqual(300);
});

it("polls a stalled chain twice a second", () => {
  const pace = createBlockPoller(2_000);
  const look = { height: 7n, time: new Date(0) };
  let [at, looks] = [0, 0];
  for (; at < 60_000; looks++) at += pace.after(look, at);
  expect(looks).toBeLessThan(135);
});
