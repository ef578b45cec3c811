import { describe, expect, it } from "vitest";
import {
  applyDisputeEvent,
  atMostSentence,
  disputableCents,
  type DisputeEventType,
  disputeOffer,
  disputeWindowEnd,
  refusalToChange,
  refusalToFile,
  refusalToReopen,
} from "./rules.ts";
import { cancelledByUser, type DisputeOutcome } from "./status.ts";

const now = new Date("2026-11-20T12:00:00Z");
const day = 86_400_000;
const paid = (ageMs: number, status: "completed" | "pending" | "failed" | "cancelled" = "completed", disputableCents = 20_000) => {
  return { status, createdAt: new Date(now.getTime() - ageMs), disputableCents };
};
const open: DisputeOutcome = { status: "open", result: null, resultReason: null };
const denied: DisputeOutcome = { status: "closed", result: "denied", resultReason: "Not right" };
const refunded: DisputeOutcome = { status: "closed", result: "chargedBack", resultReason: "Right" };
const cancelled: DisputeOutcome = { status: "closed", result: "denied", resultReason: cancelledByUser };

describe("filing a dispute", () => {
  it("is allowed only for completed payments", () => {
    expect(refusalToFile(paid(day), [], now)).toBeNull();
    for (const status of ["pending", "failed", "cancelled"] as const) {
      expect(refusalToFile(paid(day, status), [], now)?.message).toBe("Only a completed payment can be disputed");
    }
  });

  it("is allowed until the last millisecond of the 90th day", () => {
    expect(refusalToFile(paid(90 * day), [], now)).toBeNull();
    expect(refusalToFile(paid(90 * day + 1), [], now)?.code).toBe("DISPUTE_NOT_ALLOWED");
    expect(disputeWindowEnd(paid(90 * day).createdAt)).toEqual(now);
  });

  it("is allowed once: not with an open dispute, nor after a decision or a cancellation", () => {
    expect(refusalToFile(paid(day), [open], now)?.code).toBe("DISPUTE_ALREADY_OPEN");
    expect(refusalToFile(paid(day), [{ ...open, status: "escalated" }], now)?.code).toBe("DISPUTE_ALREADY_OPEN");
    expect(refusalToFile(paid(day), [denied], now)?.message).toContain("has been decided");
    expect(refusalToFile(paid(day), [refunded], now)?.message).toContain("has been decided");
    expect(refusalToFile(paid(day), [cancelled], now)?.message).toContain("only be reopened");
    expect(refusalToFile(paid(day), [cancelled, denied], now)?.message).toContain("has been decided");
  });
});

describe("a refunded payment", () => {
  it("cannot be disputed, and its dispute cannot be reopened", () => {
    const gone = paid(day, "completed", 0);
    expect(refusalToFile(gone, [], now)).toEqual({ code: "DISPUTE_NOT_ALLOWED", message: "All of this payment has already been refunded" });
    expect(refusalToReopen(gone, cancelled, now)?.message).toBe("All of this payment has already been refunded");
  });

  it("refunded in part, has a lower maximum for disputes and chargebacks, and the message says why", () => {
    const amounts = (leftCents: number) => ({ amountCents: 20_000, leftCents });
    expect([25_000, 20_000, 8_000, 0].map((left) => disputableCents(amounts(left)))).toEqual([20_000, 20_000, 8_000, 0]);
    expect(atMostSentence("disputed amount", amounts(20_000))).toBe("The disputed amount can be at most $200.00");
    expect(atMostSentence("chargeback", amounts(8_000))).toBe(
      "The chargeback can be at most $80.00, because the rest of this payment has already been refunded",
    );
  });
});

describe("reopening a dispute", () => {
  it("is allowed after the payer cancelled it, within the 90 days", () => {
    expect(refusalToReopen(paid(90 * day), cancelled, now)).toBeNull();
    expect(refusalToReopen(paid(90 * day + 1), cancelled, now)?.code).toBe("DISPUTE_NOT_ALLOWED");
    for (const dispute of [open, denied, refunded]) {
      expect(refusalToReopen(paid(day), dispute, now)?.code).toBe("DISPUTE_NOT_CANCELLED");
    }
    expect(refusalToReopen(paid(day), { ...refunded, resultReason: cancelledByUser }, now)?.code).toBe("DISPUTE_NOT_CANCELLED");
    expect(refusalToReopen(paid(day, "pending"), cancelled, now)?.code).toBe("DISPUTE_NOT_ALLOWED");
  });
});

describe("any other change", () => {
  it("is allowed while the dispute is open", () => {
    expect(refusalToChange(open)).toBeNull();
    for (const status of ["closed", "resolved", "escalated"] as const) {
      expect(refusalToChange({ status })?.code).toBe("DISPUTE_NOT_OPEN");
    }
  });
});

describe("a dispute's history", () => {
  const replay = (...types: DisputeEventType[]) => types.reduce<"open" | "closed" | null>(applyDisputeEvent, null);

  it("replays to the dispute's state", () => {
    expect(replay("filed", "responded", "updated")).toBe("open");
    expect(replay("filed", "cancelled")).toBe("closed");
    expect(replay("filed", "cancelled", "reopened", "responded", "closed")).toBe("closed");
  });

  it("rejects events that cannot happen", () => {
    expect(replay("responded")).toBeNull();
    expect(replay("filed", "closed", "closed")).toBeNull();
    expect(replay("filed", "closed", "responded")).toBeNull();
    expect(replay("filed", "reopened")).toBeNull();
  });
});

describe("what a payer is offered", () => {
  const offer = (payment: Parameters<typeof disputeOffer>[0], disputes: DisputeOutcome[]) => disputeOffer(payment, disputes, now);

  it("is to file, to cancel what is open, or to reopen what they cancelled", () => {
    expect(offer(paid(day), []).action).toBe("file");
    expect(offer(paid(day), [open]).action).toBe("cancel");
    expect(offer(paid(day), [cancelled]).action).toBe("reopen");
    expect(offer(paid(day), [denied]).refusal?.message).toContain("has been decided");
  });

  it("is nothing with a business that has closed but to cancel, and says whom to ask", () => {
    const closed = { ...paid(day), isBusinessClosed: true };
    expect(offer(closed, [open]).action).toBe("cancel");
    for (const disputes of [[], [cancelled]]) {
      expect(offer(closed, disputes).action).toBeNull();
      expect(offer(closed, disputes).refusal?.message).toContain("This business has closed");
    }
  });

  it("says of a cancelled dispute why it cannot be reopened, not that it can only be reopened", () => {
    expect(offer(paid(91 * day), [cancelled]).refusal?.message).toContain("those are over");
  });
});
