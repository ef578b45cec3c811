import fc from "fast-check";
import { expect, it } from "vitest";
import { type StatementSubject, sumStatement } from "./statement.ts";

const line = fc.record({
  cents: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  subject: fc.constantFrom<StatementSubject>("charge", "money", "credit"),
});

it("adds up to the balance after the last line", () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), fc.array(line), (opening, lines) => {
      const { openingCents, chargedCents, paidCents, creditedCents, closingCents } = sumStatement(opening, lines);
      expect(closingCents).toBe(lines.reduce((sum, { cents }) => sum + cents, opening));
      expect(openingCents + chargedCents - paidCents - creditedCents).toBe(closingCents);
    }),
  );
});

it("subtracts voided charges, refunds and reversed credits from their own sums", () => {
  const sums = sumStatement(0, [
    { subject: "charge", cents: 145_000 },
    { subject: "charge", cents: 6_000 },
    { subject: "charge", cents: -6_000 },
    { subject: "money", cents: -145_000 },
    { subject: "money", cents: 20_000 },
    { subject: "credit", cents: -5_000 },
    { subject: "credit", cents: 5_000 },
  ]);
  expect(sums).toEqual({ openingCents: 0, chargedCents: 145_000, paidCents: 125_000, creditedCents: 0, closingCents: 20_000 });
});
