/** What a tenant can owe for. Rent and late fees come by themselves, the others from a landlord's hand. */
export const chargeKinds = ["rent", "utility", "repair", "deposit", "other", "fee", "lateFee"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** What a landlord may charge by hand. */
export const oneOffKinds = ["utility", "repair", "deposit", "fee", "other"] as const;

/** How people read each of them. */
export const chargeKindNames: Record<ChargeKind, string> = {
  rent: "Rent",
  utility: "Utility",
  repair: "Repair",
  deposit: "Deposit",
  other: "Other",
  fee: "Fee",
  lateFee: "Late fee",
};

/** Of what is due on one day, rent is paid before utilities, and those before the rest. */
export const chargeRank: Record<ChargeKind, number> = { rent: 0, utility: 1, repair: 2, deposit: 2, other: 2, fee: 3, lateFee: 3 };

/** Whether a charge is a fee, which is paid after everything else. */
export function isFee(kind: ChargeKind): boolean {
  return kind === "fee" || kind === "lateFee";
}
