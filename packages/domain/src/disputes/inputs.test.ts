import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { closeDisputeInput, commentInput, fileDisputeInput, listDisputesInput } from "./inputs.ts";

const firstMessage = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
const filing = { paymentId: "pay_1", reason: "No heating", amount: "64.20" };

describe("a filing", () => {
  it("is read into cents", () => expect(fileDisputeInput.parse(filing)).toEqual({ ...filing, amount: 6420 }));
  it("needs a reason that says something", () => {
    for (const reason of ["", " \n ", undefined]) {
      expect(firstMessage(fileDisputeInput, { ...filing, reason })).toBe("Dispute reason is required");
    }
  });
  it.each([0, "0.00", -1, "1e2", "1.005", "", null, undefined, "NaN", "0x10"])("refuses the amount %j", (amount) => {
    expect(firstMessage(fileDisputeInput, { ...filing, amount })).toBe("Valid dispute amount is required");
  });
  it("takes the smallest amount", () => expect(fileDisputeInput.parse({ ...filing, amount: 0.01 }).amount).toBe(1));
  it("knows no other fields", () => expect(fileDisputeInput.safeParse({ ...filing, status: "closed" }).success).toBe(false));
});

describe("a decision", () => {
  const decision = { disputeId: "dsp_1", result: "chargedBack", resultReason: "Right", chargebackAmount: 10 };
  it("is read into cents, and may be for nothing", () => {
    expect(closeDisputeInput.parse(decision).chargebackAmount).toBe(1000);
    expect(closeDisputeInput.parse({ ...decision, chargebackAmount: 0 }).chargebackAmount).toBe(0);
  });
  it("needs a reason", () => {
    expect(firstMessage(closeDisputeInput, { ...decision, resultReason: " " })).toBe("Please provide a reason for the resolution");
  });
  it("has a chargeback exactly when it approves", () => {
    expect(closeDisputeInput.safeParse({ ...decision, chargebackAmount: undefined }).success).toBe(false);
    expect(closeDisputeInput.safeParse({ ...decision, result: "denied" }).success).toBe(false);
    expect(closeDisputeInput.safeParse({ ...decision, result: "denied", chargebackAmount: 0 }).success).toBe(true);
    expect(closeDisputeInput.safeParse({ ...decision, result: "denied", chargebackAmount: undefined }).success).toBe(true);
    expect(closeDisputeInput.safeParse({ ...decision, chargebackAmount: -1 }).success).toBe(false);
  });
});

it("a response says something", () => {
  expect(firstMessage(commentInput, { disputeId: "dsp_1", comment: "  " })).toBe("Please write a response");
});

it("a list refuses a status and a date that do not exist", () => {
  expect(listDisputesInput.parse({})).toEqual({ status: "all", limit: 100 });
  expect(listDisputesInput.safeParse({ status: "lost" }).success).toBe(false);
  expect(listDisputesInput.safeParse({ startDate: "2026-02-30" }).success).toBe(false);
});
