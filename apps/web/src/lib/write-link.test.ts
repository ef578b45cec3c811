import type { ErrorCode } from "@hearth/domain/errors";
import type { AppRouter } from "@hearth/server/router";
import { QueryObserver } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { errorMessage, isOutcomeUnknown } from "./api-error.ts";
import { yieldToMain } from "./loading/yield-to-main.ts";
import { queryClient } from "./query-client.ts";
import { writeLink } from "./write-link.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("navigator", { onLine: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Failure = TRPCClientError<AppRouter>;

const lost = (): Failure => TRPCClientError.from(new TypeError("Failed to fetch"));
const refusal = (code: ErrorCode, httpStatus: number): Failure =>
  new TRPCClientError("Refused", {
    result: { error: { code: -32_603, message: "Refused", data: { code, status: httpStatus, message: "Refused", httpStatus } } },
  });

/** Sends one mutation through the link. The server answers attempt after attempt with the next error, and then with success. */
async function send(path: string, errors: Failure[], input: unknown = { leaseId: crypto.randomUUID() }) {
  const keys: unknown[] = [];
  const link = writeLink(() => "usr_1")({});
  const op = { id: 1, type: "mutation" as const, path, input, context: {}, signal: null };
  const result = new Promise<unknown>((resolve) => {
    link({
      op,
      next: ({ context }) =>
        observable((observer) => {
          keys.push(context["idempotencyKey"]);
          const error = errors.shift();
          if (error !== undefined) return observer.error(error);
          observer.next({ result: { data: "done" } });
          return observer.complete();
        }),
    }).subscribe({ next: ({ result }) => resolve("data" in result ? result.data : result), error: resolve });
  });
  const state = { isOver: false };
  void result.then(() => (state.isOver = true));
  while (!state.isOver) {
    await yieldToMain(); // Hashing the content is no timer
    await vi.advanceTimersByTimeAsync(500);
  }
  const outcome = await result;
  return { keys, outcome, message: errorMessage(outcome, "Nothing was written") };
}

it("repeats a write without an answer with the same key until the answer comes", async () => {
  const { keys, outcome } = await send("rent.addCharge", [lost(), lost()]);
  expect(outcome).toBe("done");
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

it("does not say that nothing happened where no answer came", async () => {
  const { keys, outcome, message } = await send("rent.addCharge", [lost(), lost(), lost()]);
  expect(keys).toHaveLength(3);
  expect(isOutcomeUnknown(outcome)).toBe(true);
  expect(message).toBe("We could not hear back, so this may already be done. Try again: it is never done twice.");
});

it("uses the same key when the user tries again, and a new one after the answer", async () => {
  const input = { leaseId: "lse_same" };
  const first = await send("rent.addCharge", [lost(), lost(), lost()], input);
  const second = await send("rent.addCharge", [], input);
  const third = await send("rent.addCharge", [], input);
  expect(second.keys[0]).toBe(first.keys[0]);
  expect(third.keys[0]).not.toBe(first.keys[0]);
});

it("keeps the key where a repeat is refused, because the lost attempt may have been done", async () => {
  const input = { leaseId: "lse_busy" };
  const first = await send("rent.addCharge", [lost(), refusal("RATE_LIMITED", 429)], input);
  const second = await send("rent.addCharge", [], input);
  const third = await send("rent.addCharge", [refusal("CONFLICT", 409)], input);
  const fourth = await send("rent.addCharge", [], input);
  expect(first.message).toBe("Refused");
  expect(second.keys[0]).toBe(first.keys[0]);
  expect(third.keys[0]).not.toBe(second.keys[0]);
  expect(fourth.keys[0]).not.toBe(third.keys[0]);
});

it("does not repeat a write that the server would run twice", async () => {
  const { keys, message } = await send("auth.register", [lost()]);
  expect(keys).toHaveLength(1);
  expect(message).toBe("We could not hear back, so this may already be done. Reload the page to see.");
});

it("passes a refusal on at once", async () => {
  const { keys, outcome, message } = await send("rent.addCharge", [refusal("CONFLICT", 409)]);
  expect(keys).toHaveLength(1);
  expect(isOutcomeUnknown(outcome)).toBe(false);
  expect(message).toBe("Refused");
});

it("treats a failure of the server as not known", async () => {
  const { outcome, message } = await send("rent.addCharge", [refusal("INTERNAL", 500)]);
  expect(isOutcomeUnknown(outcome)).toBe(true);
  expect(message).toContain("may already be done");
});

it("says that nothing was sent while the browser is offline", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const { keys, outcome, message } = await send("rent.addCharge", [lost()]);
  expect(keys).toHaveLength(1);
  expect(isOutcomeUnknown(outcome)).toBe(false);
  expect(message).toBe("You're offline. Nothing was sent. Please try again when you're back online.");
});

it("does not say so where an earlier attempt may have arrived", async () => {
  const input = { leaseId: "lse_offline" };
  await send("rent.addCharge", [lost(), lost(), lost()], input);
  vi.stubGlobal("navigator", { onLine: false });
  const { message } = await send("rent.addCharge", [lost()], input);
  expect(message).toContain("may already be done");
});

/** Shows a lease's ledger and the account's devices, and counts how often each is asked. */
function shownCounts() {
  const counts = { ledger: 0, devices: 0 };
  const show = (name: keyof typeof counts, queryKey: unknown[]) => {
    const queryFn = () => (counts[name] += 1);
    return new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined);
  };
  const stops = [show("ledger", [["rent", "ledger"], { type: "infinite" }]), show("devices", [["auth", "devices"]])];
  return { counts, stop: () => stops.forEach((end) => end()) };
}

it.each([
  ["the write was done", [], { ledger: 2, devices: 1 }],
  ["a refusal says that something is over", [refusal("CONFLICT", 409)], { ledger: 2, devices: 1 }],
  ["only the input was refused", [refusal("VALIDATION", 400)], { ledger: 1, devices: 1 }],
  ["no answer came", [lost(), lost(), lost()], { ledger: 2, devices: 2 }],
])("passes the outcome on once the shown data is up to date, where %s", async (_name, errors, expected) => {
  const { counts, stop } = shownCounts();
  await yieldToMain();
  expect(counts).toEqual({ ledger: 1, devices: 1 });
  await send("rent.addCharge", [...errors]);
  expect(counts).toEqual(expected);
  stop();
  queryClient.clear();
});

it("refetches after a call that needs no key", async () => {
  const { counts, stop } = shownCounts();
  await yieldToMain();
  const { keys } = await send("auth.markNotificationsRead", []);
  expect([keys, counts]).toEqual([[undefined], { ledger: 1, devices: 2 }]);
  stop();
  queryClient.clear();
});
