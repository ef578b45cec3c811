import { describe, expect, it } from "vitest";
import { postingsOf, receivable } from "./accounts.ts";
import { chargeKinds } from "./charge-kinds.ts";

describe("a ledger line as double entry", () => {
  it("debits the receivable by a charge and credits its contra account; voiding reverses both", () => {
    expect(postingsOf(145_000, { charge: "rent" })).toEqual([
      { account: receivable, debitCents: 145_000, creditCents: 0 },
      { account: "Rental Income", debitCents: 0, creditCents: 145_000 },
    ]);
    expect(postingsOf(-145_000, { charge: "rent" })).toEqual([
      { account: receivable, debitCents: 0, creditCents: 145_000 },
      { account: "Rental Income", debitCents: 145_000, creditCents: 0 },
    ]);
  });

  it("debits the wallet by a payment, and credits it by a refund", () => {
    expect(postingsOf(-60_000, { credit: "payment" })[1]).toEqual({ account: "USDC Wallet", debitCents: 60_000, creditCents: 0 });
    expect(postingsOf(10_000, { credit: "payment" })[1]).toEqual({ account: "USDC Wallet", debitCents: 0, creditCents: 10_000 });
  });

  it("is not income if it is a deposit", () => {
    expect(postingsOf(50_000, { charge: "deposit" })[1].account).toBe("Security Deposits Held");
  });

  it("always balances", () => {
    for (const charge of chargeKinds)
      for (const cents of [1, -1, 99_999_999]) {
        const sides = postingsOf(cents, { charge });
        expect(sides.reduce((sum, { debitCents, creditCents }) => sum + debitCents - creditCents, 0)).toBe(0);
      }
  });
});
