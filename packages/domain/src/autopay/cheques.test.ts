import { describe, expect, it } from "vitest";
import { startOfDay } from "../rent/calendar.ts";
import { type Bill, billFor, type BilledLease, type ChargedRent, comingBills } from "./bills.ts";
import { canBeCheque, chequeWindow, nextTry, whyVoid } from "./cheques.ts";

const timeZone = "America/Chicago";
const lease: BilledLease = {
  startsOn: "2026-01-15",
  endsOn: null,
  proration: "days",
  timeZone,
  nextPeriod: "2026-12-01",
  undoneAt: null,
  versions: [
    { fromPeriod: "2026-01-01", rentCents: 145_000, dueDay: 1, graceDays: 3 },
    { fromPeriod: "2027-02-01", rentCents: 150_000, dueDay: 31, graceDays: 0 },
  ],
  charges: [],
};
const november: ChargedRent = {
  id: "november",
  period: "2026-11-01",
  cents: 145_000,
  paidCents: 0,
  dueOn: "2026-11-01",
  dueAt: startOfDay("2026-11-01", timeZone),
  feeFromOn: "2026-11-05",
  isVoided: false,
};
const may = (bill: ReturnType<typeof billFor>): Bill => {
  if (typeof bill === "string") throw new Error(bill);
  return bill;
};
const day = (text: string) => new Date(`${text}T18:00:00Z`);

describe("the bills that are to come", () => {
  it("are the next months as the terms of each say, in the lease's days", () => {
    const bills = comingBills(lease, day("2026-11-23"), 4).map(({ period, cents, dueOn }) => [period, cents, dueOn]);
    expect(bills).toEqual([
      ["2026-12-01", 145_000, "2026-12-01"],
      ["2027-01-01", 145_000, "2027-01-01"],
      ["2027-02-01", 150_000, "2027-02-28"],
      ["2027-03-01", 150_000, "2027-03-31"],
    ]);
  });

  it("begin with what is charged and open within its grace, for what is open of it", () => {
    const charged = { ...lease, charges: [{ ...november, paidCents: 45_000 }] };
    expect(comingBills(charged, day("2026-11-04"), 1)).toMatchObject([{ period: "2026-11-01", chargeId: "november", cents: 100_000 }]);
    expect(comingBills(charged, day("2026-11-05"), 1)).toMatchObject([{ period: "2026-12-01", chargeId: null }]);
  });

  it("end with the lease, the last of its days being charged alone", () => {
    const ending = { ...lease, endsOn: "2027-01-10" };
    expect(comingBills(ending, day("2026-11-23"), 12).map(({ period, cents }) => [period, cents])).toEqual([
      ["2026-12-01", 145_000],
      ["2027-01-01", 46_774],
    ]);
    expect(billFor(ending, "2027-02-01")).toBe("over");
  });

  it("lack what is paid or voided", () => {
    expect(billFor({ ...lease, charges: [{ ...november, paidCents: 145_000 }] }, "2026-11-01")).toBe("paid");
    expect(billFor({ ...lease, charges: [{ ...november, isVoided: true }] }, "2026-11-01")).toBe("voided");
  });
});

describe("a cheque", () => {
  it("holds from the first second of the due day to the last of grace, on days of 23 and 25 hours too", () => {
    const { validAfter, validBefore } = chequeWindow(may(billFor({ ...lease, charges: [november] }, "2026-11-01")));
    // The clocks go back within these days, so grace ends an hour later than in days of 24 hours.
    expect([new Date((validAfter + 1) * 1_000).toISOString(), new Date(validBefore * 1_000).toISOString()]).toEqual([
      "2026-11-01T05:00:00.000Z",
      "2026-11-05T06:00:00.000Z",
    ]);
    const february = may(billFor(lease, "2027-02-01"));
    expect(chequeWindow(february).validBefore - chequeWindow(february).validAfter - 1).toBe(86_400);
  });

  it("is one payment, and so as large as one may be", () => {
    expect([99, 100, 1_000_000, 1_000_001].map((cents) => canBeCheque({ cents }))).toEqual([false, true, true, false]);
  });

  const bill = may(billFor(lease, "2026-12-01"));
  const cheque = { cents: bill.cents, payeeId: "payee", ...chequeWindow(bill) };
  const facts = { bill, payeeId: "payee", isTenant: true, hasWallet: true };

  it("stands while everything is as it was signed", () => {
    expect(whyVoid(cheque, facts)).toBeNull();
  });

  it.each([
    ["amountChanged", { ...facts, bill: { ...bill, cents: bill.cents - 1 } }],
    ["dueChanged", { ...facts, bill: { ...bill, dueAt: new Date(bill.dueAt.getTime() + 1_000) } }],
    ["dueChanged", { ...facts, bill: { ...bill, graceEndsAt: new Date(bill.graceEndsAt.getTime() - 1_000) } }],
    ["payeeChanged", { ...facts, payeeId: "another" }],
    ["payeeChanged", { ...facts, payeeId: null }],
    ["walletRemoved", { ...facts, hasWallet: false }],
    ["leftLease", { ...facts, isTenant: false }],
    ["paid", { ...facts, bill: "paid" as const }],
    ["voided", { ...facts, bill: "voided" as const }],
    ["over", { ...facts, bill: "over" as const }],
  ])("is void: %s", (reason, changed) => {
    expect(whyVoid(cheque, changed)).toBe(reason);
  });

  it("is tried again within its time, and no later", () => {
    const end = { validBefore: bill.graceEndsAt.getTime() / 1_000 };
    expect(nextTry(bill.dueAt, end)).toEqual(new Date(bill.dueAt.getTime() + 30 * 60_000));
    // Until its time is over somebody else may carry it, so it is looked at once more then.
    expect(nextTry(new Date(bill.graceEndsAt.getTime() - 10 * 60_000), end)).toEqual(bill.graceEndsAt);
    expect(nextTry(bill.graceEndsAt, end)).toBeNull();
  });
});
