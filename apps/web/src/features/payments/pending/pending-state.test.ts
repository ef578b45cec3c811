import { expect, it } from "vitest";
import { pendingState } from "./pending-state.ts";

const waiting: Parameters<typeof pendingState>[0] = {
  status: "pending",
  transfer: null,
  notes: null,
  purchase: null,
  short: null,
  timeline: [],
};
const transfer = {
  txHash: "0x1",
  explorerUrl: null,
  verdict: "matched",
  usdc: "1,450.00",
  from: "0x2",
  confirmations: 1,
  needed: 2,
  seenAt: "2026-11-20T09:03:01.000Z",
  sentBack: null,
} as const;

it("waits until the last second and then times out", () => {
  expect(pendingState(waiting, 1)).toBe("waiting");
  expect(pendingState(waiting, 0)).toBe("timeout");
});

it("does not time out for a payer who has signed, and waits again if the relay failed", () => {
  const at = "2026-11-20T09:03:01.000Z";
  const signed = { type: "authorizationReceived", at, note: null } as const;
  const sent = { type: "relaySent", at, note: null } as const;
  const failed = { type: "relayFailed", at, note: "balance" } as const;
  expect(pendingState({ ...waiting, timeline: [signed] }, 100)).toBe("sending");
  expect(pendingState({ ...waiting, timeline: [signed, sent] }, 0)).toBe("sent");
  expect(pendingState({ ...waiting, timeline: [signed, sent], transfer }, 100)).toBe("onChain");
  expect(pendingState({ ...waiting, timeline: [signed, sent, failed] }, 100)).toBe("waiting");
});

it("says that money arrived while only the onramp's confirmation is missing, instead of failing", () => {
  const purchase = { state: "unheard", at: "2026-11-20T09:03:01.000Z", hasArrived: true } as const;
  expect(pendingState({ ...waiting, purchase }, 100)).toBe("arrived");
  expect(pendingState({ ...waiting, purchase }, 0)).toBe("arrived");
  expect(pendingState({ ...waiting, status: "failed", notes: "Checkout expired", purchase }, 0)).toBe("arrived");
  expect(pendingState({ ...waiting, status: "completed", transfer, purchase }, 0)).toBe("completed");
});

it("cannot time out after the transfer was seen on chain", () => {
  expect(pendingState({ ...waiting, transfer }, 0)).toBe("onChain");
  expect(pendingState({ ...waiting, status: "failed", notes: "Checkout expired", transfer }, 0)).toBe("onChain");
  expect(pendingState({ ...waiting, status: "cancelled", transfer }, 0)).toBe("onChain");
});

it("distinguishes an expired checkout from a failed payment", () => {
  expect(pendingState({ ...waiting, status: "failed", notes: "Checkout expired" }, 0)).toBe("timeout");
  expect(pendingState({ ...waiting, status: "failed", notes: null }, 100)).toBe("failed");
});

it("shows a completed payment as completed, even if the money was late", () => {
  expect(pendingState({ ...waiting, status: "completed", transfer, notes: "Checkout expired" }, 0)).toBe("completed");
});

it("says that part of the money arrived, even after the checkout ended, until the rest is seen", () => {
  const short = { ...waiting, short: { received: 400, missing: 500 } };
  expect(pendingState(short, 300)).toBe("short");
  expect(pendingState({ ...short, status: "failed", notes: "Checkout expired" }, 0)).toBe("short");
  expect(pendingState({ ...short, status: "cancelled" }, 0)).toBe("short");
  expect(pendingState({ ...waiting, transfer: { ...transfer, verdict: "part" } }, 0)).toBe("onChain");
});
