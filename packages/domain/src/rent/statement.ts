/** The subject of a ledger line: a charge, money received or returned, or a landlord's credit or write-off. */
export type StatementSubject = "charge" | "money" | "credit";

/** The sums of a statement, in cents: `opening + charged - paid - credited = closing`. */
export interface StatementSums {
  /** The balance before the first day. Negative if prepaid. */
  openingCents: number;
  /** Charges minus voided ones. */
  chargedCents: number;
  /** Money received minus money returned. */
  paidCents: number;
  /** Credits and write-offs minus reversed ones. */
  creditedCents: number;
  /** The balance after the last day. */
  closingCents: number;
}

/** Sums a period's lines. Positive lines increase what is owed. */
export function sumStatement(openingCents: number, lines: readonly { cents: number; subject: StatementSubject }[]): StatementSums {
  const sumOf = (subject: StatementSubject) => lines.reduce((sum, line) => (line.subject === subject ? sum + line.cents : sum), 0);
  const [chargedCents, moneyCents, creditCents] = [sumOf("charge"), sumOf("money"), sumOf("credit")];
  return {
    openingCents,
    chargedCents,
    // Subtracting avoids -0 for an empty sum.
    paidCents: 0 - moneyCents,
    creditedCents: 0 - creditCents,
    closingCents: openingCents + chargedCents + moneyCents + creditCents,
  };
}
