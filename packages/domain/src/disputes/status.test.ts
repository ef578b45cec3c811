import { describe, expect, it } from "vitest";
import { cancelledByUser, displayStatus } from "./status.ts";

describe("what a consumer sees for a payment", () => {
  it("is its own status without a dispute", () => expect(displayStatus("failed", null)).toBe("failed"));
  it("follows the dispute before the payment", () => {
    const closed = (result: "denied" | "chargedBack", resultReason: string) =>
      displayStatus("completed", { status: "closed", result, resultReason });
    expect(displayStatus("completed", { status: "open", result: null, resultReason: null })).toBe("inDispute");
    expect(displayStatus("completed", { status: "escalated", result: null, resultReason: null })).toBe("inDispute");
    expect(closed("chargedBack", "Right")).toBe("refunded");
    expect(closed("denied", "Wrong")).toBe("disputeDenied");
    expect(closed("denied", cancelledByUser)).toBe("disputeCancelled");
  });
});
