import { changingCalls, isChangedBy } from "@hearth/domain/changed-by-calls";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { queryClient } from "./query-client.ts";
import { refreshAfter } from "./refresh-after.ts";

afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

/** Lists and details of every area, as pages show them: several inputs of one query, and pages of a list. */
const shown: unknown[][] = [
  [["rent", "lease"], { input: { leaseId: "lse_1" }, type: "query" }],
  [["rent", "lease"], { input: { leaseId: "lse_2" }, type: "query" }],
  [["rent", "ledger"], { input: { leaseId: "lse_1", limit: 50 }, type: "infinite" }],
  [["rent", "mine"]],
  [["merchant", "attention"]],
  [["merchant", "leaseMoney"], { input: { leaseId: "lse_1" }, type: "query" }],
  [["merchant", "refunds"], { input: { paymentId: "pay_1" }, type: "query" }],
  [["payments", "dashboard"]],
  [["payments", "get"], { input: { paymentId: "pay_1" }, type: "query" }],
  [["payments", "list"], { input: { limit: 50 }, type: "infinite" }],
  [["requests", "list"], { input: { limit: 50 }, type: "infinite" }],
  [["disputes", "ofPayment"], { input: { paymentId: "pay_1" }, type: "query" }],
  [["autopay", "mine"]],
  [["auth", "devices"]],
  [["auth", "passkeys"]],
  [["staff", "list"]],
  [["wallet", "status"]],
  [["admin", "alarms"], { input: { limit: 50 }, type: "infinite" }],
  ["readContract", { address: "0x1" }],
];

const nameOf = ([path]: unknown[]) => (Array.isArray(path) ? path.join(".") : String(path));

/** Shows queries that count how often they are asked. Returns a function that lists those that were asked again. */
async function show(keys: unknown[][]) {
  const asked = new Map<unknown[], number>();
  const stops = keys.map((queryKey) => {
    const queryFn = () => {
      asked.set(queryKey, (asked.get(queryKey) ?? 0) + 1);
      return "answer";
    };
    return new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
  });
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return () => {
    for (const stop of stops) stop();
    return keys.filter((key) => (asked.get(key) ?? 0) > 1).map(nameOf);
  };
}

it.each(changingCalls)("after %s, asks anew for exactly the shown queries that it can change, with every input", async (mutation) => {
  const askedAgain = await show(shown);
  await refreshAfter(mutation);
  expect(askedAgain()).toEqual(shown.map(nameOf).filter((query) => isChangedBy(mutation, query)));
});

it("resolves when the shown data is up to date, and marks as stale what is not shown", async () => {
  queryClient.setQueryData([["rent", "properties"]], "old");
  let answer = "old";
  const shownLease = new QueryObserver(queryClient, { queryKey: [["rent", "lease"]], queryFn: async () => answer });
  const stop = shownLease.subscribe(() => undefined);
  await vi.waitFor(() => expect(shownLease.getCurrentResult().data).toBe("old"));
  answer = "new";
  await refreshAfter("rent.addCharge");
  expect(queryClient.getQueryData([["rent", "lease"]])).toBe("new");
  expect(queryClient.getQueryState([["rent", "properties"]])?.isInvalidated).toBe(true);
  stop();
});

it("does not wait for a list that does not answer", async () => {
  vi.useFakeTimers();
  const neverAnswers = new QueryObserver(queryClient, { queryKey: [["rent", "lease"]], queryFn: () => new Promise(() => undefined) });
  const stop = neverAnswers.subscribe(() => undefined);
  const refreshed = vi.fn<() => void>();
  void refreshAfter("rent.addCharge").then(refreshed);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(refreshed).toHaveBeenCalledOnce();
  stop();
});
