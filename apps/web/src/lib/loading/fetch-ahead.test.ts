import { afterEach, expect, it, vi } from "vitest";
import { fetchAhead } from "./fetch-ahead.ts";

afterEach(() => void vi.useRealTimers());

it("fetches what a page may open once the browser is idle, also after a navigation, and survives a failure", async () => {
  vi.useFakeTimers();
  const listeners: (() => void)[] = [];
  const pages = { state: { location: { pathname: "/login" } }, subscribe: (_: string, listener: () => void) => listeners.push(listener) };
  const load = vi.fn<() => Promise<unknown>>(() => Promise.reject(new Error("offline")));
  fetchAhead(pages, [{ paths: ["/dashboard"], load }]);
  await vi.runAllTimersAsync();
  expect(load).not.toHaveBeenCalled();
  pages.state.location.pathname = "/dashboard";
  for (const listener of listeners) listener();
  expect(load).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  expect(load).toHaveBeenCalledTimes(1);
});
