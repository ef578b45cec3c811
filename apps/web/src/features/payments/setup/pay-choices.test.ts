import { describe, expect, it } from "vitest";
import { type OwnLease, owedWords, paidBills, payChoices } from "./pay-choices.ts";

function ownLease(more: Partial<OwnLease>): OwnLease {
  const common = {
    _id: "lse_1",
    merchantId: "mer_1",
    merchant: "Juniper Homes",
    businessType: "apartment",
    property: "Juniper Court",
    unit: "4B",
  } as const;
  const stay = {
    startsOn: "2025-01-01",
    endsOn: null,
    movedOutOn: null,
    hasLeft: false,
    isOver: false,
    settle: null,
    roommates: [],
    paidMonths: [],
    payeeWords: null,
  };
  const terms = { _id: "trm_1", effectiveFrom: "2025-01-01", rent: 1450, dueDay: 1, graceDays: 3, lateFee: null, signed: null };
  const next = { amount: 1450, dueOn: "2027-01-01", description: "Rent for January 2027" };
  const money = { owed: 1510, late: 60, credit: 0, held: 0, dueOn: "2026-11-21", daysLate: 8, charges: [], partPayments: true };
  return { ...common, ...stay, ...money, terms, next, ...more };
}

const fee = { _id: "chg_3", kind: "lateFee", description: "Late fee for November 2026", open: 60, dueOn: "2026-11-21" } as const;
const rent = { _id: "chg_2", kind: "rent", description: "Rent for December 2026", open: 1450, dueOn: "2026-12-01" } as const;
const lateFee = ownLease({ charges: [fee, rent], late: 60, dueOn: "2026-11-21" });
const upcoming = ownLease({ owed: 1450, late: 0, dueOn: "2026-12-01", daysLate: 0, charges: [rent] });
const paidUp = ownLease({ owed: 0, late: 0, dueOn: null, daysLate: 0, charges: [] });

describe("the amounts offered for a lease", () => {
  it("are what is past due with its own charges, each later bill, and everything", () => {
    expect(payChoices(lateFee)).toEqual([
      { cents: 6_000, label: "Late fee for November 2026, past due", chargeIds: ["chg_3"] },
      { cents: 145_000, label: "Rent for December 2026, due Dec 1, 2026", chargeIds: ["chg_2"] },
      { cents: 151_000, label: "Everything", chargeIds: [] },
    ]);
  });

  it("are one amount where one bill is open, and none where nothing is owed", () => {
    expect(payChoices(upcoming)).toEqual([{ cents: 145_000, label: "Rent for December 2026, due Dec 1, 2026", chargeIds: ["chg_2"] }]);
    expect(payChoices(paidUp)).toEqual([]);
  });

  it("are only what a payment can carry, and everything owed while a credit is about to pay a part", () => {
    const small = { ...fee, open: 0.5 };
    expect(payChoices(ownLease({ charges: [small, rent], owed: 1450.5, late: 0.5 })).map(({ cents }) => cents)).toEqual([145_000, 145_050]);
    expect(payChoices(ownLease({ charges: [fee, rent], owed: 1410, late: 0 })).map(({ cents }) => cents)).toEqual([141_000]);
    const large = { ...rent, open: 12_000 };
    expect(payChoices(ownLease({ charges: [large], owed: 12_000, late: 0 })).map(({ cents }) => cents)).toEqual([1_000_000]);
  });
});

describe("the sentence about what is owed", () => {
  it("says what is past due since when, and what follows", () => {
    expect(owedWords(lateFee)).toEqual({ now: "$60.00 past due since Nov 21, 2026", after: "Then $1,450.00 due Dec 1, 2026" });
    expect(owedWords(upcoming)).toEqual({ now: "$1,450.00 due Dec 1, 2026", after: null });
    expect(owedWords(paidUp)).toEqual({ now: "Nothing is due", after: "Next: $1,450.00 on Jan 1, 2027" });
  });
});

describe("the bills that an amount pays", () => {
  it("are those of the offered amount, with their name", () => {
    const { bill, name } = paidBills(lateFee, payChoices(lateFee), 6_000);
    expect(bill).toEqual({ lines: [{ description: "Late fee for November 2026", amount: 60 }], credit: 0, returned: 0 });
    expect(name).toBe("Late fee for November 2026, Juniper Court 4B");
  });

  it("have no name where the amount is the payer's own, and keep the rest as a credit", () => {
    const { bill, name } = paidBills(upcoming, payChoices(upcoming), 150_000);
    expect(bill).toEqual({ lines: [{ description: "Rent for December 2026", amount: 1450 }], credit: 50, returned: 0 });
    expect(name).toBeNull();
    expect(paidBills(undefined, [], 100)).toEqual({ bill: null, name: null });
  });
});
