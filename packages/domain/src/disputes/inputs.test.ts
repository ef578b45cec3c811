import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { closeDisputeInput, commentInput, fileDisputeInput, listDisputesInput } from "./inputs.ts";

const firstMessage = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;
const filing = { paymentId: "pay_1", reason: "No heating", amount: "64.20" };

describe("filing a dispute", () => {
  it("parses the amount into cents", () => expect(fileDisputeInput.parse(filing)).toEqual({ ...filing, amount: 6420 }));
  it("requires a reason with visible text", () => {
    for (const reason of ["", " \n ", undefined]) {
      expect(firstMessage(fileDisputeInput, { ...filing, reason })).toBe("Dispute reason is required");
    }
  });
  it.each([0, "0.00", -1, "1e2", "1.005", "", null, undefined, "NaN", "0x10"])("refuses the amount %j", (amount) => {
    expect(firstMessage(fileDisputeInput, { ...filing, amount })).toBe("Valid dispute amount is required");
  });
  it("accepts the smallest amount", () => expect(fileDisputeInput.parse({ ...filing, amount: 0.01 }).amount).toBe(1));
  it("refuses unknown fields", () => expect(fileDisputeInput.safeParse({ ...filing, status: "closed" }).success).toBe(false));
});

describe("a decision", () => {
  const decision = { disputeId: "dsp_1", result: "chargedBack", resultReason: "Right", chargebackAmount: 10 };
  it("parses the chargeback into cents and accepts 0", () => {
    expect(closeDisputeInput.parse(decision).chargebackAmount).toBe(1000);
    expect(closeDisputeInput.parse({ ...decision, chargebackAmount: 0 }).chargebackAmount).toBe(0);
  });
  it("requires a reason", () => {
    expect(firstMessage(closeDisputeInput, { ...decision, resultReason: " " })).toBe("Please provide a reason for the resolution");
  });
  it("has a chargeback if and only if it approves", () => {
    expect(closeDisputeInput.safeParse({ ...decision, chargebackAmount: undefined }).success).toBe(false);
    expect(closeDisputeInput.safeParse({ ...decision, result: "denied" }).success).toBe(false);
    expect(closeDisputeInput.safeParse({ ...decision, result: "denied", chargebackAmount: 0 }).success).toBe(true);
    expect(closeDisputeInput.safeParse({ ...decision, result: "denied", chargebackAmount: undefined }).success).toBe(true);
    expect(closeDisputeInput.safeParse({ ...decision, chargebackAmount: -1 }).success).toBe(false);
  });
});

it("a response requires visible text", () => {
  expect(firstMessage(commentInput, { disputeId: "dsp_1", comment: "  " })).toBe("Please write a response");
});

it("a list refuses unknown statuses and days that do not exist", () => {
  expect(listDisputesInput.parse({})).toEqual({ status: "all", limit: 100 });
  expect(listDisputesInput.safeParse({ status: "lost" }).success).toBe(false);
  expect(listDisputesInput.safeParse({ startDate: "2026-02-30" }).success).toBe(false);
});
