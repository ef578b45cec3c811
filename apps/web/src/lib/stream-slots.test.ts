import type { AppRouter } from "@hearth/server/router";
import { createTRPCClient, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { expect, it, vi } from "vitest";
import { inSlots } from "./stream-slots.ts";

/** A server whose streams stay open. Each window of the browser is a client of its own. */
function createServer() {
  const open = new Set<string>();
  const opened: string[] = [];
  const failures = new Map<string, () => void>();
  const streamOf =
    (name: string): TRPCLink<AppRouter> =>
    () =>
    () =>
      observable((observer) => {
        open.add(name);
        opened.push(name);
        failures.set(name, () => observer.error(TRPCClientError.from(new Error("refused"))));
        observer.next({ result: { type: "started" } });
        return () => {
          open.delete(name);
          observer.complete();
        };
      });
  const openWindow = (name: string, turnMs = 1_000_000) => {
    const client = createTRPCClient<AppRouter>({ links: [inSlots(streamOf(name), { locks: navigator.locks, turnMs })] });
    return client.account.watch.subscribe({}, { onError: () => {} });
  };
  return { open, opened, openWindow, fail: (name: string) => failures.get(name)?.() };
}

it("opens three streams for eight windows, and the next when one closes", async () => {
  const { open, openWindow } = createServer();
  const windows = ["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => openWindow(name));
  await vi.waitFor(() => expect(open.size).toBe(3));
  expect([...open]).toEqual(["a", "b", "c"]);
  windows[1]?.unsubscribe();
  await vi.waitFor(() => expect([...open]).toEqual(["a", "c", "d"]));
  for (const { unsubscribe } of windows) unsubscribe();
  await vi.waitFor(() => expect(open.size).toBe(0));
});

it("gives every waiting window its turn", async () => {
  const { open, opened, openWindow } = createServer();
  const windows = ["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => openWindow(name, 5));
  let most = 0;
  await vi.waitFor(() => {
    most = Math.max(most, open.size);
    expect(new Set(opened)).toEqual(new Set(["a", "b", "c", "d", "e", "f", "g", "h"]));
    expect(opened.filter((name) => name === "a").length).toBeGreaterThan(1);
  }, 60_000);
  expect(most).toBeLessThanOrEqual(3);
  for (const { unsubscribe } of windows) unsubscribe();
  await vi.waitFor(() => expect(open.size).toBe(0));
});

it("keeps a stream open while no other window waits", async () => {
  const { opened, openWindow } = createServer();
  const windows = ["a", "b", "c"].map((name) => openWindow(name, 1));
  const query = vi.spyOn(navigator.locks, "query");
  await vi.waitFor(() => expect(query.mock.calls.length).toBeGreaterThan(9), 60_000);
  query.mockRestore();
  expect(opened.toSorted()).toEqual(["a", "b", "c"]);
  for (const { unsubscribe } of windows) unsubscribe();
});

it("passes the slot of a refused stream on", async () => {
  const { open, opened, openWindow, fail } = createServer();
  const windows = ["a", "b", "c", "d"].map((name) => openWindow(name));
  await vi.waitFor(() => expect(open.size).toBe(3));
  fail("b");
  await vi.waitFor(() => expect([...open]).toEqual(["a", "c", "d"]));
  expect(opened).toEqual(["a", "b", "c", "d"]);
  for (const { unsubscribe } of windows) unsubscribe();
});

it("opens every stream at once in a page without locks", async () => {
  const { open } = createServer();
  const stream: TRPCLink<AppRouter> = () => () => observable(() => void open.add("one"));
  vi.stubGlobal("navigator", {});
  const client = createTRPCClient<AppRouter>({ links: [inSlots(stream)] });
  const { unsubscribe } = client.account.watch.subscribe({}, {});
  vi.unstubAllGlobals();
  expect([...open]).toEqual(["one"]);
  unsubscribe();
});
