import { limits } from "../limits.ts";
import type { Bill, NotBilled } from "./bills.ts";

/**
 * Statuses of a scheduled payment. The usual path is asked (to be signed), ready (signature stored), sent (payment under way), paid.
 *
 * Other ends: skipped, paused or stopped by the payer; void because its reason no longer exists; failed because it could not be paid in
 * time. Only ready and sent ones keep a signature.
 */
export const chequeStatuses = ["asked", "ready", "sent", "paid", "skipped", "paused", "stopped", "void", "failed"] as const;
export type ChequeStatus = (typeof chequeStatuses)[number];

/** Statuses of scheduled payments that will still pay. A bill has at most one of these. */
export const liveStatuses = ["ready", "sent"] as const satisfies readonly ChequeStatus[];

/** Obstacles for which the token would refuse a scheduled payment and that its payer may be able to remove. */
export const chequeTroubles = [
  "balance",
  "blacklisted",
  "payeeBlacklisted",
  "paused",
  "used",
  "signature",
  "expired",
  "relay",
  "merchant",
  "other",
] as const;
export type ChequeTrouble = (typeof chequeTroubles)[number];

/** Reasons a scheduled payment became void. `paymentCancelled`: the payer skipped the month by cancelling its payment. */
export const voidReasons = [
  "paid",
  "voided",
  "over",
  "amountChanged",
  "dueChanged",
  "payeeChanged",
  "walletRemoved",
  "leftLease",
  "cancelled",
  "paymentCancelled",
] as const;
export type VoidReason = (typeof voidReasons)[number];

/** True if the reason voids only its own month. Any other reason voids every scheduled payment of the lease that it affects. */
export function isOfOneMonth(reason: VoidReason): boolean {
  return reason === "paid" || reason === "voided" || reason === "cancelled" || reason === "paymentCancelled";
}

/** The validity window of a scheduled payment, in Unix seconds. The token excludes both ends. */
export interface ChequeWindow {
  validAfter: number;
  validBefore: number;
}

/** The window from the first second of the due day to the last second of the grace period. */
export function chequeWindow({ dueAt, graceEndsAt }: Pick<Bill, "dueAt" | "graceEndsAt">): ChequeWindow {
  return { validAfter: dueAt.getTime() / 1_000 - 1, validBefore: graceEndsAt.getTime() / 1_000 };
}

/** True if the amount is within the limits of a single payment. */
export function canBeCheque({ cents }: Pick<Bill, "cents">): boolean {
  return cents >= limits.paymentMinCents && cents <= limits.paymentMaxCents;
}

/** The terms that the payer signed. */
export interface ChequeTerms extends ChequeWindow {
  cents: number;
  payeeId: string;
}

/** Current facts that a scheduled payment is checked against. */
export interface ChequeFacts {
  bill: Bill | NotBilled;
  /** The landlord's current proven wallet, or null if there is none. */
  payeeId: string | null;
  /** True while the payer is a tenant of the lease; `hasWallet` is true while they keep the wallet. */
  isTenant: boolean;
  hasWallet: boolean;
}

/** Returns why a scheduled payment is void, or null while it still matches exactly what is owed. */
export function whyVoid(cheque: ChequeTerms, { bill, payeeId, isTenant, hasWallet }: ChequeFacts): VoidReason | null {
  if (typeof bill === "string") return bill;
  if (!isTenant) return "leftLease";
  if (bill.cents !== cheque.cents) return "amountChanged";
  const { validAfter, validBefore } = chequeWindow(bill);
  if (validAfter !== cheque.validAfter || validBefore !== cheque.validBefore) return "dueChanged";
  if (payeeId !== cheque.payeeId) return "payeeChanged";
  return hasWallet ? null : "walletRemoved";
}

/** Time before the due day at which the payer is notified. */
export const toldAheadMs = 5 * 86_400_000;

/**
 * Returns when to retry a scheduled payment that could not be sent: in 30 minutes, or at the end of its window if that is sooner. Until
 * that end anybody may still submit it. Null once the window has closed.
 */
export function nextTry(now: Date, { validBefore }: Pick<ChequeWindow, "validBefore">): Date | null {
  const end = validBefore * 1_000;
  return now.getTime() < end ? new Date(Math.min(now.getTime() + 30 * 60_000, end)) : null;
}
