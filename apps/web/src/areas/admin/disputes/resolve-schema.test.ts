import { describe, expect, it } from "vitest";
import { resolveSchema } from "./resolve-schema.ts";

const problems = (value: { result: string; chargebackAmount: string; resultReason: string }, leftCents = 13_115) =>
  resolveSchema({ amountCents: 6_420, leftCents })
    .safeParse(value)
    .error?.issues.map(({ message }) => message);

describe("resolving a dispute", () => {
  it("requires a reason for every result", () => {
    for (const result of ["chargedBack", "denied"]) {
      expect(problems({ result, chargebackAmount: "1.00", resultReason: "  " })).toEqual(["Please provide a reason for the resolution"]);
    }
  });

  it("charges back from nothing to the whole disputed amount, in cents", () => {
    const chargeback = (chargebackAmount: string) => problems({ result: "chargedBack", chargebackAmount, resultReason: "So it is" });
    expect(chargeback("0")).toBeUndefined();
    expect(chargeback("64.20")).toBeUndefined();
    expect(chargeback("64.21")).toEqual(["At most $64.20, the amount disputed"]);
    for (const wrong of ["", "-1", "1.234", "1e3", "all"]) expect(chargeback(wrong)).toEqual(["Please enter a valid chargeback amount"]);
  });

  it("charges back at most the amount that was not refunded, and says why", () => {
    const chargeback = (chargebackAmount: string) => problems({ result: "chargedBack", chargebackAmount, resultReason: "So it is" }, 2_000);
    expect(chargeback("20.00")).toBeUndefined();
    expect(chargeback("20.01")).toEqual(["At most $20.00: the rest of this payment has already been refunded"]);
  });

  it("ignores the amount of a denial", () => {
    expect(problems({ result: "denied", chargebackAmount: "", resultReason: "The bill is right" })).toBeUndefined();
  });
});
