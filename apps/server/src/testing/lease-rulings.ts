/** The rulings that lease histories check, in plain words. A failure names one of them. */
export const rulings = {
  charged: ["R59", "A month's rent is charged once, when its day has come, for the days of the lease"],
  ends: ["R59", "The end of a lease can be set, moved and removed at any time, also where its months are charged"],
  sums: ["R57-R59", "A lease owes its charges less its credits"],
  days: ["R57", "Money of a payment is in its lease on the day of its block"],
  order: ["R60", "Rent is paid before fees, whatever their days"],
  oldest: ["R60", "Money pays what its payer chose, then the oldest rent"],
  asked: ["R60", "A late fee is charged for rent of which $1.00 or more was open when a late day began"],
  again: ["R60", "Rent whose money is reversed is judged for late fees again from its first late day"],
  amount: ["R60", "A late fee is what the terms set for the amount open when its day began"],
  once: ["R60", "A late fee of the kind charged once is not charged again"],
  cap: ["R60", "The late fees of a rent that were charged and not voided stay within the cap"],
  paid: ["R60", "No late fee is charged for rent that was paid before the day"],
  idle: ["R60", "No late fee is charged for rent whose money is in the ledger and not allocated yet"],
  refunded: ["R60", "A voluntary refund makes no one late"],
  little: ["R60", "No late fee is charged where less than $1.00 is open"],
  stopped: ["R60", "No late fee is charged for a day on which Hearth did not count payments"],
  refused: ["R60", "No late fee is charged for a day on which the business may not be paid"],
  suspended: ["R60", "No late fee is charged for a day on which every account that rents under the lease was suspended"],
  waiting: ["R60", "No late fee is charged while money of an earlier block for the lease waits to be counted"],
  made: ["R60", "No late fee is charged for a day before the rent was charged or moved"],
  waived: ["R60", "No late fee is charged after all late fees of the rent were waived"],
  early: ["R60", "No late fee is charged for a day that is not late, or that was judged before"],
  voided: ["R60", "Voiding a rent voids its late fees"],
  noted: ["R60", "Money noted for an earlier day voids, in the same step, the late fees that it makes wrong"],
  creditDay: ["R60", "A credit or a write-off is for a day from the lease's first day to today"],
  zone: ["R62", "A time zone is a name that the server and the database know: no abbreviation, no offset"],
  others: ["R62", "One customer's data never stops a job for another"],
  words: ["R62", "Input is accepted or refused with a sentence, and never causes an internal error"],
  numbers: ["R49", "A number is written in decimal digits, a missing number is not 0, and terms begin with a month"],
  exported: ["R63", "The accounting file of a closed month always adds up to what its close counts"],
  follows: ["R63", "A closed month begins with the closing balance of the month before"],
  held: [
    "R64",
    "Held deposit money is what was paid in money and not refunded, without credits and write-offs; a refunded deposit is not owed again",
  ],
  over: ["R65", "A lease that is over stays in both sides' lists while anything is open or prepaid"],
  lastPaid: ["R65", "Reversed money is not shown as the last payment"],
  record: ["R63", "A signed rent record shows rent as paid only where money paid it, and deducts credits"],
  dispute: ["R66", "Money refunded for an approved dispute is not owed again"],
  scheduledPayment: ["R39", "A scheduled payment pays the bill that it was signed for, whatever checkout of the same amount is opened"],
  balanced: ["R57", "Ledgers, allocations and the journal agree"],
} as const;
export type Ruling = keyof typeof rulings;

/** A broken ruling, with the observed facts. */
export class Broken extends Error {
  readonly ruling: Ruling;

  constructor(ruling: Ruling, actual: string) {
    super(`${rulings[ruling].join(": ")}. ${actual}`);
    this.ruling = ruling;
  }
}

/** An error as one line, with its cause. */
export function describe(error: unknown): string {
  return error instanceof Error
    ? `${error.message.slice(0, 200)}${error.cause instanceof Error ? ` (${error.cause.message.slice(0, 200)})` : ""}`
    : String(error);
}
