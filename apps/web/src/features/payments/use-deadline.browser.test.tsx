import { expect, it } from "vitest";
import { renderHook } from "vitest-browser-react/pure";
import { useDeadline } from "./use-deadline.ts";

const serverNow = Date.parse("2026-11-25T12:00:00Z");
const minute = 60_000;
const view = (heardAfterMs = 0) => ({
  serverTime: new Date(serverNow + heardAfterMs).toISOString(),
  expiresAt: new Date(serverNow + 10 * minute).toISOString(),
});

it.each([
  ["four minutes slow", -4 * minute],
  ["right", 0],
  ["four minutes fast", 4 * minute],
])("leaves ten minutes on a clock that is %s", async (_clock, wrongByMs) => {
  const heardAt = serverNow + wrongByMs;
  const { result } = await renderHook(() => useDeadline(view(), heardAt));
  expect(result.current.getTime() - heardAt).toBe(10 * minute);
});

it("measures a cached view by when it arrived, however much later it is shown", async () => {
  const heardAt = serverNow - 4 * minute;
  const { result } = await renderHook(() => useDeadline(view(), heardAt));
  const shownAt = heardAt + 3 * minute;
  expect(result.current.getTime() - shownAt).toBe(7 * minute);
});

it("takes the fastest of several views, and follows a clock that was set meanwhile", async () => {
  const slowAnswerMs = 900;
  const { result, rerender } = await renderHook((heard?: { afterMs: number; heardAt: number }) => {
    const { afterMs, heardAt } = heard ?? { afterMs: 0, heardAt: serverNow + slowAnswerMs };
    return useDeadline(view(afterMs), heardAt);
  });
  expect(result.current.getTime()).toBe(serverNow + 10 * minute + slowAnswerMs);
  await rerender({ afterMs: minute, heardAt: serverNow + minute + 100 });
  expect(result.current.getTime()).toBe(serverNow + 10 * minute + 100);
  await rerender({ afterMs: 2 * minute, heardAt: serverNow + 6 * minute });
  expect(result.current.getTime()).toBe(serverNow + 14 * minute);
});
