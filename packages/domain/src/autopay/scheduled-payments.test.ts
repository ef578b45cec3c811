import { describe, expect, it } from "vitest";
import { startOfDay } from "../rent/calendar.ts";
import { type Bill, billFor, type BilledLease, type ChargedRent, comingBills } from "./bills.ts";
import { canBeScheduledPayment, scheduledPaymentWindow, nextTry, voidReasonFor } from "./scheduled-payments.ts";

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

describe("coming bills", () => {
  it("follow the terms of each month, with due days in the lease's time zone", () => {
    const bills = comingBills(lease, day("2026-11-23"), 4).map(({ period, cents, dueOn }) => [period, cents, dueOn]);
    expect(bills).toEqual([
      ["2026-12-01", 145_000, "2026-12-01"],
      ["2027-01-01", 145_000, "2027-01-01"],
      ["2027-02-01", 150_000, "2027-02-28"],
      ["2027-03-01", 150_000, "2027-03-31"],
    ]);
  });

  it("start with charges that are open within their grace period, for the open amount", () => {
    const charged = { ...lease, charges: [{ ...november, paidCents: 45_000 }] };
    expect(comingBills(charged, day("2026-11-04"), 1)).toMatchObject([{ period: "2026-11-01", chargeId: "november", cents: 100_000 }]);
    expect(comingBills(charged, day("2026-11-05"), 1)).toMatchObject([{ period: "2026-12-01", chargeId: null }]);
  });

  it("end with the lease, whose last days are prorated", () => {
    const ending = { ...lease, endsOn: "2027-01-10" };
    expect(comingBills(ending, day("2026-11-23"), 12).map(({ period, cents }) => [period, cents])).toEqual([
      ["2026-12-01", 145_000],
      ["2027-01-01", 46_774],
    ]);
    expect(billFor(ending, "2027-02-01")).toBe("over");
  });

  it("leave out paid and voided months", () => {
    expect(billFor({ ...lease, charges: [{ ...november, paidCents: 145_000 }] }, "2026-11-01")).toBe("paid");
    expect(billFor({ ...lease, charges: [{ ...november, isVoided: true }] }, "2026-11-01")).toBe("voided");
  });
});

describe("a scheduled payment", () => {
  it("is valid from the first second of the due day to the end of the grace period, across clock changes", () => {
    const { validAfter, validBefore } = scheduledPaymentWindow(may(billFor({ ...lease, charges: [november] }, "2026-11-01")));
    // The clocks go back within these days, so the grace period ends an hour later than in days of 24 hours.
    expect([new Date((validAfter + 1) * 1_000).toISOString(), new Date(validBefore * 1_000).toISOString()]).toEqual([
      "2026-11-01T05:00:00.000Z",
      "2026-11-05T06:00:00.000Z",
    ]);
    const february = may(billFor(lease, "2027-02-01"));
    expect(scheduledPaymentWindow(february).validBefore - scheduledPaymentWindow(february).validAfter - 1).toBe(86_400);
  });

  it("has the limits of a single payment", () => {
    expect([99, 100, 1_000_000, 1_000_001].map((cents) => canBeScheduledPayment({ cents }))).toEqual([false, true, true, false]);
  });

  const bill = may(billFor(lease, "2026-12-01"));
  const scheduledPayment = { cents: bill.cents, payeeId: "payee", ...scheduledPaymentWindow(bill) };
  const facts = { bill, payeeId: "payee", isTenant: true, hasWallet: true };

  it("stays valid while nothing changes after signing", () => {
    expect(voidReasonFor(scheduledPayment, facts)).toBeNull();
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
    expect(voidReasonFor(scheduledPayment, changed)).toBe(reason);
  });

  it("is retried within its window and not later", () => {
    const end = { validBefore: bill.graceEndsAt.getTime() / 1_000 };
    expect(nextTry(bill.dueAt, end)).toEqual(new Date(bill.dueAt.getTime() + 30 * 60_000));
    // Until the window closes somebody else may submit it, so it is checked once more then.
    expect(nextTry(new Date(bill.graceEndsAt.getTime() - 10 * 60_000), end)).toEqual(bill.graceEndsAt);
    expect(nextTry(bill.graceEndsAt, end)).toBeNull();
  });
});
