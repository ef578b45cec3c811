import type { ChargeKind } from "./charge-kinds.ts";

/** The account for what tenants owe. Every ledger line debits or credits it. */
export const receivable = "Accounts Receivable";

/**
 * The contra account of each kind of charge, with the usual default names of accounting programs; landlords rename them there. A deposit is
 * owed back and is not income.
 */
const chargeAccounts: Record<ChargeKind, string> = {
  rent: "Rental Income",
  utility: "Utility Income",
  repair: "Repairs Charged to Tenants",
  deposit: "Security Deposits Held",
  other: "Other Income",
  fee: "Fee Income",
  lateFee: "Late Fee Income",
};

/**
 * The contra account of each kind of credit, with the usual default names of accounting programs: the wallet, money outside Hearth,
 * credits, and write-offs.
 */
const creditAccounts = {
  payment: "USDC Wallet",
  outside: "Payments Outside Hearth",
  credit: "Rent Credits",
  /** A credit that replaces a deposit's money, so that less is held. */
  depositCredit: chargeAccounts.deposit,
  writeOff: "Bad Debt",
} as const;
export type CreditAccountKind = keyof typeof creditAccounts;

/** One side of an entry. Either the debit or the credit is 0. */
export interface Posting {
  account: string;
  debitCents: number;
  creditCents: number;
}

/**
 * Converts a ledger line to double entry. A positive amount debits the receivable account and credits the contra account; a negative one
 * does the reverse.
 */
export function postingsOf(cents: number, about: { charge: ChargeKind } | { credit: CreditAccountKind }): [Posting, Posting] {
  const against = "charge" in about ? chargeAccounts[about.charge] : creditAccounts[about.credit];
  const [more, less] = [Math.max(0, cents), Math.max(0, -cents)];
  return [
    { account: receivable, debitCents: more, creditCents: less },
    { account: against, debitCents: less, creditCents: more },
  ];
}
