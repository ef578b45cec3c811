/** What decides whether a landlord can put a payment to a lease, or take it away from the one that it is for. */
export interface PaymentToPlace {
  /** What has arrived for it, is deep enough and did not go back, in cents. */
  countsCents: number;
  /** Whether it is for a lease now. */
  isInLease: boolean;
  /** Whether autopay is making it right now. */
  isAutopayUnderway: boolean;
  /** Whether a dispute about it was decided for its payer. */
  wasGivenBack: boolean;
  /** Whether a deposit that it paid was given back. */
  gaveDepositBack: boolean;
}

/** Says why a payment must stay where it is; null where the landlord can put it to a lease. */
export function whyPaymentStays({
  countsCents,
  isInLease,
  isAutopayUnderway,
  wasGivenBack,
  gaveDepositBack,
}: PaymentToPlace): string | null {
  if (isAutopayUnderway) return "Autopay is making this payment right now. Please wait until it has arrived.";
  if (isInLease && wasGivenBack) return "A dispute about this payment was decided for its payer, so it stays with its lease.";
  if (isInLease && gaveDepositBack) return "A deposit that this payment paid was given back, so it stays with its lease.";
  if (countsCents > 0) return null;
  return isInLease
    ? "Nothing of this payment counts yet. Please wait until it has arrived."
    : "There is nothing of this payment to put to a lease.";
}
