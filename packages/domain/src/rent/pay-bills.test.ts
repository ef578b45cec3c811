import { describe, expect, it } from "vitest";
import { nameOfBills, sharesOf, splitByDue } from "./pay-bills.ts";

const fee = { id: "fee", kind: "lateFee", description: "Late fee for November 2026", dueOn: "2026-11-21", openCents: 6_000 } as const;
const water = { id: "water", kind: "utility", description: "Water", dueOn: "2026-12-01", openCents: 4_000 } as const;
const rent = { id: "rent", kind: "rent", description: "Rent for December 2026", dueOn: "2026-12-01", openCents: 145_000 } as const;

const idsOf = (charges: readonly { id: string }[]) => charges.map(({ id }) => id);

describe("the shares of an amount", () => {
  it("pay rent before a fee, unless the fee is chosen", () => {
    const owed = [fee, rent];
    expect(sharesOf(owed, 6_000).shares).toEqual([{ charge: rent, cents: 6_000 }]);
    expect(sharesOf(owed, 6_000, ["fee"]).shares).toEqual([{ charge: fee, cents: 6_000 }]);
  });

  it("leave what is beyond all charges as a credit", () => {
    expect(sharesOf([rent], 150_000)).toEqual({ shares: [{ charge: rent, cents: 145_000 }], creditCents: 5_000 });
    expect(sharesOf([], 5_000)).toEqual({ shares: [], creditCents: 5_000 });
  });
});

describe("what to pay first", () => {
  it("is what is past due", () => {
    const { first, later } = splitByDue([rent, water, fee], { owedCents: 155_000, lateCents: 6_000 });
    expect([idsOf(first), idsOf(later)]).toEqual([["fee"], ["rent", "water"]]);
  });

  it("is what is due on the earliest day where nothing is past due", () => {
    const january = { ...rent, id: "january", dueOn: "2027-01-01" };
    const { first, later } = splitByDue([january, rent, water], { owedCents: 294_000, lateCents: 0 });
    expect([idsOf(first), idsOf(later)]).toEqual([["rent", "water"], ["january"]]);
  });

  it("is everything while a credit is about to pay a part of it", () => {
    expect(splitByDue([fee, rent], { owedCents: 150_000, lateCents: 5_000 })).toEqual({ first: [fee, rent], later: [] });
    expect(splitByDue([fee, rent], { owedCents: 151_000, lateCents: 5_000 })).toEqual({ first: [fee, rent], later: [] });
  });
});

describe("the name of what is paid", () => {
  const nameOf = (charges: (typeof fee | typeof water | typeof rent)[], cents: number, max = 200) =>
    nameOfBills(sharesOf(charges, cents), "Juniper Court 4B", max);

  it("is the bills' description with the place", () => {
    expect(nameOf([rent], 145_000)).toBe("Rent for December 2026, Juniper Court 4B");
    expect(nameOf([rent, water], 149_000)).toBe("Rent for December 2026 and Water, Juniper Court 4B");
    expect(nameOf([rent, water, fee], 155_000)).toBe("Rent for December 2026, Water and 1 more, Juniper Court 4B");
  });

  it("is missing where the amount is the payer's own: a part of a bill, more than all bills, or no bill", () => {
    expect(nameOf([rent], 80_000)).toBeNull();
    expect(nameOf([rent], 145_001)).toBeNull();
    expect(nameOf([], 5_000)).toBeNull();
  });

  it("fits into a description", () => {
    expect(nameOf([rent], 145_000, 30)).toBe("Rent for December 2026");
    expect(nameOf([rent], 145_000, 10)).toBe("Rent for D");
    expect(nameOf([rent, water], 149_000, 10)).toBe("2 bills");
  });
});
