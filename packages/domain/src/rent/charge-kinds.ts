/** Kinds of charges. Hearth creates rent and late fees; the landlord adds the others by hand. */
export const chargeKinds = ["rent", "utility", "repair", "deposit", "other", "fee", "lateFee"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** Kinds of charges that a landlord can add by hand. */
export const oneOffKinds = ["utility", "repair", "deposit", "fee", "other"] as const;

/** Display names of the kinds. */
export const chargeKindNames: Record<ChargeKind, string> = {
  rent: "Rent",
  utility: "Utility",
  repair: "Repair",
  deposit: "Deposit",
  other: "Other",
  fee: "Fee",
  lateFee: "Late fee",
};

/** Payment order among charges due on one day: rent, then utilities, then the rest, then fees. */
export const chargeRank: Record<ChargeKind, number> = { rent: 0, utility: 1, repair: 2, deposit: 2, other: 2, fee: 3, lateFee: 3 };

/** True for fees, which are paid after everything else. */
export function isFee(kind: ChargeKind): boolean {
  return kind === "fee" || kind === "lateFee";
}
