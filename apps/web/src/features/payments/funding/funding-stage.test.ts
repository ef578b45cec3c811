import { describe, expect, it } from "vitest";
import { fundingStage } from "./funding-stage.ts";

const waiting: Parameters<typeof fundingStage>[0] = {
  status: "pending",
  transfer: null,
  notes: null,
  purchase: null,
  short: null,
  timeline: [],
};
const at = "2026-11-20T09:03:01.000Z";
const purchase = (state: "pending" | "inProgress" | "succeeded" | "failed") => ({ state, at, hasArrived: false });
const transfer = {
  txHash: "0x1",
  explorerUrl: null,
  verdict: "matched",
  usdc: "850.00",
  from: "0x2",
  confirmations: 1,
  needed: 2,
  seenAt: at,
  sentBack: null,
} as const;
const ready = { secondsLeft: 300, window: "ready" } as const;

describe("buying USDC for a payment", () => {
  it("can start, and waits while the window is open or blocked", () => {
    expect(fundingStage(waiting, ready)).toBe("ready");
    for (const window of ["opening", "open", "blocked"] as const) expect(fundingStage(waiting, { ...ready, window })).toBe("open");
  });

  it("says that money arrived before the onramp confirmed it", () => {
    expect(fundingStage({ ...waiting, purchase: { ...purchase("inProgress"), hasArrived: true } }, ready)).toBe("arrived");
  });

  it("offers no purchase for a payment that was signed in the checkout, unless the relay failed", () => {
    const signed = { type: "authorizationReceived", at, note: null } as const;
    const failed = { type: "relayFailed", at, note: "balance" } as const;
    expect(fundingStage({ ...waiting, timeline: [signed] }, ready)).toBe("signed");
    expect(fundingStage({ ...waiting, timeline: [signed, failed] }, ready)).toBe("ready");
  });

  it("says that nothing is paid after the window was closed, and after a reload", () => {
    expect(fundingStage(waiting, { ...ready, window: "closed" })).toBe("unpaid");
    expect(fundingStage({ ...waiting, purchase: purchase("pending") }, ready)).toBe("unpaid");
    expect(fundingStage({ ...waiting, purchase: purchase("failed") }, ready)).toBe("unpaid");
  });

  it("counts as bought as soon as the onramp says so, even after the payment's deadline", () => {
    for (const state of ["inProgress", "succeeded"] as const) {
      expect(fundingStage({ ...waiting, purchase: purchase(state) }, { ...ready, window: "open" })).toBe("bought");
      expect(fundingStage({ ...waiting, purchase: purchase(state) }, { ...ready, secondsLeft: 0 })).toBe("bought");
    }
  });

  it("counts as arrived only when the chain shows the transfer", () => {
    expect(fundingStage({ ...waiting, purchase: purchase("succeeded") }, ready)).toBe("bought");
    expect(fundingStage({ ...waiting, transfer }, ready)).toBe("onChain");
    expect(fundingStage({ ...waiting, status: "completed", transfer }, { ...ready, secondsLeft: 0 })).toBe("completed");
  });

  it("is over when the payment is over", () => {
    expect(fundingStage(waiting, { ...ready, secondsLeft: 0 })).toBe("over");
    expect(fundingStage({ ...waiting, status: "failed", notes: "Checkout expired" }, ready)).toBe("over");
    expect(fundingStage({ ...waiting, status: "cancelled" }, { ...ready, window: "open" })).toBe("cancelled");
  });
});
