/** What a line of a ledger is about: a charge, money that came or went back, or what a landlord gave or gave up. */
export type StatementSubject = "charge" | "money" | "credit";

/** What a statement adds up to, in cents: `opening + charged - paid - credited = closing`. */
export interface StatementSums {
  /** What was owed before the period's first day; below zero what was prepaid. */
  openingCents: number;
  /** Charged, less what was voided. */
  chargedCents: number;
  /** Money that came, less what went back. */
  paidCents: number;
  /** Credits and debts that were given up, less what was taken back of them. */
  creditedCents: number;
  /** What is owed after the period's last day. */
  closingCents: number;
}

/** Adds up a period's lines, each above zero where more is owed by it. */
export function sumStatement(openingCents: number, lines: readonly { cents: number; subject: StatementSubject }[]): StatementSums {
  const sumOf = (subject: StatementSubject) => lines.reduce((sum, line) => (line.subject === subject ? sum + line.cents : sum), 0);
  const [chargedCents, moneyCents, creditCents] = [sumOf("charge"), sumOf("money"), sumOf("credit")];
  return {
    openingCents,
    chargedCents,
    // A sum of nothing stays 0, and never becomes its negative.
    paidCents: 0 - moneyCents,
    creditedCents: 0 - creditCents,
    closingCents: openingCents + chargedCents + moneyCents + creditCents,
  };
}
