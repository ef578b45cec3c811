import { describe, expect, it } from "vitest";
import { applyPaymentEvent, type PaymentState } from "./rules.ts";
import { type PaymentEventType, paymentEventTypes } from "./status.ts";

const state = (status: PaymentState["status"], oddity: PaymentState["oddity"] = "none"): PaymentState => ({ status, oddity });

describe("a payment's timeline", () => {
  it("begins with its creation, exactly once", () => {
    expect(applyPaymentEvent(null, { type: "created" })).toEqual(state("pending"));
    for (const type of paymentEventTypes.filter((known) => known !== "created")) expect(applyPaymentEvent(null, { type })).toBeNull();
    expect(applyPaymentEvent(state("pending"), { type: "created" })).toBeNull();
  });

  it("completes from every state but completed, so that late money counts", () => {
    for (const from of ["pending", "failed", "cancelled"] as const) {
      expect(applyPaymentEvent(state(from), { type: "completed", oddity: "late" })).toEqual(state("completed", "late"));
    }
    expect(applyPaymentEvent(state("completed"), { type: "completed" })).toBeNull();
  });

  it("is cancelled or expires only while pending", () => {
    for (const type of ["cancelled", "expired"] as const) {
      expect(applyPaymentEvent(state("pending"), { type })?.status).toBe(type === "cancelled" ? "cancelled" : "failed");
      for (const from of ["completed", "failed", "cancelled"] as const) expect(applyPaymentEvent(state(from), { type })).toBeNull();
    }
  });

  it("returns to its earlier status when its block leaves the chain", () => {
    expect(applyPaymentEvent(state("completed", "late"), { type: "orphaned", reopenAs: "cancelled" })).toEqual(state("cancelled"));
    expect(applyPaymentEvent(state("pending"), { type: "orphaned" })).toEqual(state("pending"));
  });

  it("stays completed when extra money leaves the chain or is detached", () => {
    for (const type of ["orphaned", "detached"] as const) {
      expect(applyPaymentEvent(state("completed", "over"), { type })).toEqual(state("completed", "over"));
    }
  });

  it("is not changed by events that only observe", () => {
    const observations: PaymentEventType[] = [
      "checkoutOpened",
      "authorizationReceived",
      "relaySent",
      "relayFailed",
      "hinted",
      "seen",
      "shortSeen",
      "duplicateSeen",
      "final",
    ];
    for (const type of observations) expect(applyPaymentEvent(state("pending"), { type })).toEqual(state("pending"));
  });
});
