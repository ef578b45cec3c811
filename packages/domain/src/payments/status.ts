/** Statuses of a payment. Completed means settled: Hearth's own server saw the money arrive, with enough confirmations. */
export const paymentStatuses = ["pending", "completed", "failed", "cancelled"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * The status for callers that wait for a payment. It is pending from the money's arrival until completion, even if the checkout was
 * cancelled or expired.
 */
export function awaitedStatus(status: PaymentStatus, hasArrived: boolean): PaymentStatus {
  return hasArrived && status !== "completed" ? "pending" : status;
}

/** The note on a payment whose checkout expired. */
export const checkoutExpired = "Checkout expired";

/** Oddities of a completed payment: paid after its checkout ended, or paid more than asked. */
export const paymentOddities = ["none", "late", "over"] as const;
export type PaymentOddity = (typeof paymentOddities)[number];

/**
 * Classifications of a transfer. Matched transfers and parts belong to a payment; parts were each too little and are enough together. A
 * person has to review the others.
 */
export const transferVerdicts = ["matched", "part", "short", "duplicate", "unmatched"] as const;
export type TransferVerdict = (typeof transferVerdicts)[number];

/**
 * The evidence that links a transfer to a payment: its own reference (authorization or calldata), the payer's proven wallet, a person, or
 * the onramp order.
 */
export const transferBindings = ["authorization", "calldata", "wallet", "admin", "onramp"] as const;
export type TransferBinding = (typeof transferBindings)[number];

export const paymentTypes = ["one-time", "recurring"] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** Events of a payment. Each is stored as a row that never changes; replaying them gives the status. */
export const paymentEventTypes = [
  "created",
  "checkoutOpened",
  "authorizationReceived",
  "relaySent",
  "relayFailed",
  "hinted",
  "seen",
  "shortSeen",
  "topUpOpened",
  "topUpEnded",
  "duplicateSeen",
  "attached",
  "completed",
  "cancelled",
  "expired",
  "orphaned",
  "detached",
  "final",
] as const;
export type PaymentEventType = (typeof paymentEventTypes)[number];
