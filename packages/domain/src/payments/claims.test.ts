import { describe, expect, it } from "vitest";
import { claimForm, claimProblem, compareClaim } from "./claims.ts";
import { paymentStatuses } from "./status.ts";

it("a payment can be claimed as paid unless it is completed", () => {
  const claimable = paymentStatuses.filter((status) => claimProblem({ status }) === null);
  expect(claimable).toEqual(["pending", "failed", "cancelled"]);
});

describe("a claim matches a transfer", () => {
  const transfer = { usdcUnits: 900_000_000n, blockTime: new Date("2026-11-03T04:00:00Z") };
  const claim = { amountCents: 90_000, sentOn: "2026-11-03" };

  it("by the exact amount", () => {
    expect(compareClaim(claim, transfer).amount).toBe(true);
    expect(compareClaim(claim, { ...transfer, usdcUnits: 900_000_001n }).amount).toBe(false);
  });

  it("on its day in any time zone, and on no other day", () => {
    const dayFits = (sentOn: string) => compareClaim({ ...claim, sentOn }, transfer).day;
    expect(["2026-11-01", "2026-11-02", "2026-11-03", "2026-11-04", "2026-11-05"].map(dayFits)).toEqual([false, true, true, true, false]);
  });
});

describe("the form of a claim", () => {
  const right = { transactionHash: ` 0x${"aB".repeat(32)} `, amount: "900", sentOn: "2026-11-03" };

  it("accepts a pasted hash, dollars, and a day", () => {
    expect(claimForm.parse(right)).toEqual({ transactionHash: `0x${"aB".repeat(32)}`, amount: 90_000, sentOn: "2026-11-03" });
  });

  it.each([
    ["transactionHash", ""],
    ["transactionHash", "0x12"],
    ["amount", "0"],
    ["amount", "1000000.01"],
    ["amount", "1e3"],
    ["sentOn", ""],
    ["sentOn", "2026-02-30"],
    ["sentOn", "0001-01-01"],
  ])("refuses %s %j", (field, value) => {
    const result = claimForm.safeParse({ ...right, [field]: value });
    expect(result.error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });
});
