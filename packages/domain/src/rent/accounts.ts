import type { ChargeKind } from "./charge-kinds.ts";

/** What tenants owe: the account that every line of a ledger is on, on one side or the other. */
export const receivable = "Accounts Receivable";

/** What a line is against, by the names that accounting programs begin with; a landlord renames them there. A deposit is owed back and is no income. */
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
 * What a line that pays is against, by the names that accounting programs begin with: the wallet, money that did not come through Hearth, what was
 * given and what was given up.
 */
const creditAccounts = {
  payment: "USDC Wallet",
  outside: "Payments Outside Hearth",
  credit: "Rent Credits",
  /** A credit that takes the place of a deposit's money: less is held. */
  depositCredit: chargeAccounts.deposit,
  writeOff: "Bad Debt",
} as const;
export type CreditAccountKind = keyof typeof creditAccounts;

/** One side of an entry; one of the two is 0. */
export interface Posting {
  account: string;
  debitCents: number;
  creditCents: number;
}

/**
 * A line of a ledger as double entry: what is owed more is a debit of what tenants owe, what is owed less a credit of it, and the same on the other
 * account.
 */
export function postingsOf(cents: number, about: { charge: ChargeKind } | { credit: CreditAccountKind }): [Posting, Posting] {
  const against = "charge" in about ? chargeAccounts[about.charge] : creditAccounts[about.credit];
  const [more, less] = [Math.max(0, cents), Math.max(0, -cents)];
  return [
    { account: receivable, debitCents: more, creditCents: less },
    { account: against, debitCents: less, creditCents: more },
  ];
}
