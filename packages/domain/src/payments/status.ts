/** Where a payment is. Completed means settled: the server itself saw the money arrive, deep enough. */
export const paymentStatuses = ["pending", "completed", "failed", "cancelled"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** What whoever waits for a payment is told of it: it is pending while its money is with the payee, whatever became of its checkout. */
export function awaitedStatus(status: PaymentStatus, hasArrived: boolean): PaymentStatus {
  return hasArrived && status !== "completed" ? "pending" : status;
}

/** The note of a payment whose checkout has ended by its time. */
export const checkoutExpired = "Checkout expired";

/** What was odd about a completed payment: it came after the checkout had ended, or it was more than asked for. */
export const paymentOddities = ["none", "late", "over"] as const;
export type PaymentOddity = (typeof paymentOddities)[number];

/**
 * What a transfer turned out to be. Matched ones belong to a payment, and so do parts, which were too little each and enough together; the
 * others are money that somebody has to look at.
 */
export const transferVerdicts = ["matched", "part", "short", "duplicate", "unmatched"] as const;
export type TransferVerdict = (typeof transferVerdicts)[number];

/** What said which payment a transfer is for: its own reference, the payer's proven wallet, a person, or the onramp that was paid for it. */
export const transferBindings = ["authorization", "calldata", "wallet", "admin", "onramp"] as const;
export type TransferBinding = (typeof transferBindings)[number];

export const paymentTypes = ["one-time", "recurring"] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** What happened to a payment; each is one row that is never changed, and the status can be replayed from them. */
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
