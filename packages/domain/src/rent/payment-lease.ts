/** The facts that decide if a landlord can assign a payment to a lease, or remove it from its lease. */
export interface PaymentToPlace {
  /** Money that arrived for it with enough confirmations and was not returned, in cents. */
  countsCents: number;
  /** True if it is assigned to a lease now. */
  isInLease: boolean;
  /** True while autopay is making the payment. */
  isAutopayUnderway: boolean;
  /** True if a dispute about it was decided for its payer. */
  wasGivenBack: boolean;
  /** True if a deposit that it paid was given back. */
  gaveDepositBack: boolean;
  /** True while an open refund returns the money of one of its charges. */
  isChargeBeingRefunded: boolean;
}

/** Returns why a payment cannot be moved, or null if the landlord can assign it to a lease. */
export function refusalToMovePayment({
  countsCents,
  isInLease,
  isAutopayUnderway,
  wasGivenBack,
  gaveDepositBack,
  isChargeBeingRefunded,
}: PaymentToPlace): string | null {
  if (isAutopayUnderway) return "Autopay is making this payment right now. Please wait until it has arrived.";
  if (isInLease && wasGivenBack) return "A dispute about this payment was decided for its payer, so it stays with its lease.";
  if (isInLease && gaveDepositBack) return "A deposit that this payment paid was given back, so it stays with its lease.";
  if (isInLease && isChargeBeingRefunded)
    return "A refund of a charge that this payment paid is open, so it stays with its lease. Send or cancel the refund first.";
  if (countsCents > 0) return null;
  return isInLease
    ? "Nothing of this payment counts yet. Please wait until it has arrived."
    : "There is nothing of this payment to apply to a lease.";
}
