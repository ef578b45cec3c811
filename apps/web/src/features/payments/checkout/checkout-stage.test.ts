import { expect, it } from "vitest";
import { aboutTime, checkoutStage, type CheckoutView, isQueued, missingElsewhere, sentTransferKey } from "./checkout-stage.ts";

const transfer: NonNullable<CheckoutView["transfer"]> = {
  txHash: "0xabc",
  explorerUrl: null,
  verdict: "matched",
  usdc: "1,450.00",
  from: "0x01",
  confirmations: 1,
  needed: 2,
  seenAt: "2026-11-20T09:02:51.000Z",
  sentBack: null,
};
const waiting = { status: "pending", transfer: null, relay: null, purchase: null } as const;
const now = { isOver: false, hasSent: false };
const relay = (status: "queued" | "sent" | "mined" | "failed") => ({ status, failure: null, txHash: null, place: null });

it("can be paid while it is pending and not expired", () => {
  expect(checkoutStage({ view: waiting, ...now })).toBe("open");
});

it("offers no second payment once something was signed or sent", () => {
  for (const status of ["queued", "sent", "mined"] as const) {
    expect(checkoutStage({ view: { ...waiting, relay: relay(status) }, ...now })).toBe("sending");
  }
  expect(checkoutStage({ view: waiting, ...now, hasSent: true })).toBe("sending");
  expect(checkoutStage({ view: { ...waiting, status: "failed" }, ...now, hasSent: true })).toBe("sending");
});

it("offers no second payment while a purchase has probably arrived", () => {
  const purchase = { state: "unheard", at: "2026-11-20T09:03:01.000Z", hasArrived: true } as const;
  expect(checkoutStage({ view: { ...waiting, purchase }, ...now })).toBe("arrived");
  expect(checkoutStage({ view: { ...waiting, purchase: { ...purchase, hasArrived: false } }, ...now })).toBe("open");
});

it("can be paid again after the relay failed", () => {
  expect(checkoutStage({ view: { ...waiting, relay: relay("failed") }, ...now })).toBe("open");
});

it("never shows a timeout once the money was seen, even if the payment had ended before", () => {
  expect(checkoutStage({ view: { ...waiting, transfer }, isOver: true, hasSent: false })).toBe("confirming");
  expect(checkoutStage({ view: { ...waiting, status: "failed", transfer }, ...now })).toBe("confirming");
  expect(checkoutStage({ view: { ...waiting, status: "cancelled", transfer }, ...now })).toBe("confirming");
});

it("waits for the server's decision after the deadline", () => {
  expect(checkoutStage({ view: waiting, isOver: true, hasSent: false })).toBe("timeUp");
  expect(checkoutStage({ view: waiting, isOver: true, hasSent: true })).toBe("sending");
  expect(checkoutStage({ view: { ...waiting, status: "failed" }, isOver: true, hasSent: false })).toBe("failed");
});

it("shows how the payment ended", () => {
  expect(checkoutStage({ view: { ...waiting, status: "completed", transfer }, ...now })).toBe("completed");
  expect(checkoutStage({ view: { ...waiting, status: "cancelled" }, ...now })).toBe("cancelled");
});

it("can be cancelled only while its signature is queued and no transfer was seen", () => {
  expect(isQueued({ relay: relay("queued"), transfer: null })).toBe(true);
  expect(isQueued({ relay: relay("sent"), transfer: null })).toBe(false);
  expect(isQueued({ relay: relay("queued"), transfer })).toBe(false);
});

it("links to another checkout only if it asks for an amount other than the missing one", () => {
  const short = { received: 400, missing: 500 };
  expect(missingElsewhere({ short, amount: 900 })).toBe(short);
  expect(missingElsewhere({ short, amount: 500 })).toBeNull();
  expect(missingElsewhere({ short: null, amount: 900 })).toBeNull();
});

it("stores what was sent for each checkout of a payment separately", () => {
  const checkout = { paymentId: "pay_1", binding: "0x01", topUpOf: null } as const;
  expect(sentTransferKey(checkout)).toBe("pay_1");
  expect(sentTransferKey({ ...checkout, binding: "0x02", topUpOf: 900 })).toBe("0x02");
});

it("rounds the waiting time of a place in the queue", () => {
  expect([4, 12, 96, 120, 121].map(aboutTime)).toEqual([
    "about 10 seconds",
    "about 20 seconds",
    "about 100 seconds",
    "about 2 minutes",
    "about 3 minutes",
  ]);
});
