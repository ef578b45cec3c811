import { describe, expect, it } from "vitest";
import { cancelledByUser, displayStatus } from "./status.ts";

describe("the status that a consumer sees", () => {
  it("is neither failed nor cancelled while the merchant holds the money", () => {
    expect((["pending", "failed", "cancelled", "completed"] as const).map((status) => displayStatus(status, null, true))).toEqual([
      "pending",
      "arrived",
      "arrived",
      "completed",
    ]);
  });
  it("is the payment's own status without a dispute", () => expect(displayStatus("failed", null, false)).toBe("failed"));
  it("follows the dispute before the payment", () => {
    const closed = (result: "denied" | "chargedBack", resultReason: string) =>
      displayStatus("completed", { status: "closed", result, resultReason }, false);
    expect(displayStatus("completed", { status: "open", result: null, resultReason: null }, false)).toBe("inDispute");
    expect(displayStatus("completed", { status: "escalated", result: null, resultReason: null }, false)).toBe("inDispute");
    expect(closed("chargedBack", "Right")).toBe("refunded");
    expect(closed("denied", "Wrong")).toBe("disputeDenied");
    expect(closed("denied", cancelledByUser)).toBe("disputeCancelled");
  });
});
