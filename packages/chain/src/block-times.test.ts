import { expect, it } from "vitest";
import { createBlockTimes } from "./block-times.ts";

const hash = (number: number) => `0x${String(number).padStart(64, "0")}` as const;
const time = (number: number) => new Date(number * 1_000);

it("caches a block's time by its hash, and replaces it by a newer one", () => {
  const times = createBlockTimes();
  expect(times.timeOf(hash(1))).toBeNull();
  times.note({ hash: hash(1), time: time(5) });
  times.note({ hash: hash(1), time: time(7) });
  expect(times.timeOf(hash(1))).toEqual(time(7));
});

it("evicts the entry noted longest ago when the cache is full", () => {
  const times = createBlockTimes({ maxEntries: 3 });
  for (const number of [1, 2, 1, 3, 4]) times.note({ hash: hash(number), time: time(number) });
  expect([1, 2, 3, 4].map((number) => times.timeOf(hash(number)))).toEqual([time(1), null, time(3), time(4)]);
});

it("expires entries, so that a wrong time is corrected", () => {
  let now = 0;
  const times = createBlockTimes({ freshMs: 100, now: () => now });
  times.note({ hash: hash(1), time: time(1) });
  now = 100;
  expect(times.timeOf(hash(1))).toEqual(time(1));
  now = 101;
  expect(times.timeOf(hash(1))).toBeNull();
});
