import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { throttle } from "./throttle.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("runs at once, and once more after the pause if it was called meanwhile", () => {
  const work = vi.fn<() => void>();
  const ask = throttle(work, 1_000);
  ask();
  expect(work).toHaveBeenCalledTimes(1);
  ask();
  ask();
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5_000);
  expect(work).toHaveBeenCalledTimes(2);
  ask();
  expect(work).toHaveBeenCalledTimes(3);
});
