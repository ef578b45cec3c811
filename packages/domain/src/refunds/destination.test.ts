import { describe, expect, it } from "vitest";
import { transferBindings } from "../payments/status.ts";
import { type PaidFrom, refundAddress } from "./destination.ts";

const address = `0x${"a".repeat(40)}` as const;
const other = `0x${"b".repeat(40)}` as const;
const paidFrom = (more: Partial<PaidFrom>): PaidFrom => ({ address, boundBy: "wallet", wasProven: false, named: null, ...more });

describe("a refund goes", () => {
  it.each(["authorization", "calldata", "wallet"] as const)("to the wallet that paid, where it was bound by %s", (boundBy) => {
    expect(refundAddress(paidFrom({ boundBy }))).toBe(address);
  });

  it.each(["admin", "onramp", null] as const)("nowhere by itself where %s said whose the money was", (boundBy) => {
    expect(refundAddress(paidFrom({ boundBy }))).toBeNull();
  });

  it("to a wallet that the payer has proven once, whoever said whose its money was", () => {
    expect(refundAddress(paidFrom({ boundBy: "admin", wasProven: true }))).toBe(address);
  });

  it.each([...transferBindings, null])("to the wallet that the payer has named, before all others (%s)", (boundBy) => {
    expect(refundAddress(paidFrom({ boundBy, wasProven: true, named: other }))).toBe(other);
    expect(refundAddress(paidFrom({ boundBy, wasProven: false, named: other }))).toBe(other);
  });
});
