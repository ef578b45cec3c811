import { limits } from "../limits.ts";
import type { Bill, NotBilled } from "./bills.ts";

/**
 * Statuses of a scheduled payment. The usual path is asked (to be signed), ready (signature stored), sent (payment under way), paid.
 *
 * Other ends: skipped, paused or stopped by the payer; void because its reason no longer exists; failed because it could not be paid in
 * time. Only ready and sent ones keep a signature.
 */
export const scheduledPaymentStatuses = ["asked", "ready", "sent", "paid", "skipped", "paused", "stopped", "void", "failed"] as const;
export type ScheduledPaymentStatus = (typeof scheduledPaymentStatuses)[number];

/** Statuses of scheduled payments that will still pay. A bill has at most one of these. */
export const liveStatuses = ["ready", "sent"] as const satisfies readonly ScheduledPaymentStatus[];

/** Obstacles for which the token would refuse a scheduled payment and that its payer may be able to remove. */
export const scheduledPaymentTroubles = [
  "balance",
  "blacklisted",
  "payeeBlacklisted",
  "paused",
  "used",
  "signature",
  "expired",
  "relay",
  "merchant",
  "payer",
  "other",
] as const;
export type ScheduledPaymentTrouble = (typeof scheduledPaymentTroubles)[number];

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
export function affectsOneMonthOnly(reason: VoidReason): boolean {
  return reason === "paid" || reason === "voided" || reason === "cancelled" || reason === "paymentCancelled";
}

/** The validity window of a scheduled payment, in Unix seconds. The token excludes both ends. */
export interface ScheduledPaymentWindow {
  validAfter: number;
  validBefore: number;
}

/** The window from the first second of the due day to the last second of the grace period. */
export function scheduledPaymentWindow({ dueAt, graceEndsAt }: Pick<Bill, "dueAt" | "graceEndsAt">): ScheduledPaymentWindow {
  return { validAfter: dueAt.getTime() / 1_000 - 1, validBefore: graceEndsAt.getTime() / 1_000 };
}

/** True if the amount is within the limits of a single payment. */
export function canBeScheduledPayment({ cents }: Pick<Bill, "cents">): boolean {
  return cents >= limits.paymentMinCents && cents <= limits.paymentMaxCents;
}

/** The terms that the payer signed. */
export interface ScheduledPaymentTerms extends ScheduledPaymentWindow {
  cents: number;
  payeeId: string;
}

/** Current facts that a scheduled payment is checked against. */
export interface ScheduledPaymentFacts {
  bill: Bill | NotBilled;
  /** The landlord's current proven wallet, or null if there is none. */
  payeeId: string | null;
  /** True while the payer is a tenant of the lease; `hasWallet` is true while they keep the wallet. */
  isTenant: boolean;
  hasWallet: boolean;
}

/** Returns why a scheduled payment is void, or null while it still matches exactly what is owed. */
export function voidReasonFor(
  scheduledPayment: ScheduledPaymentTerms,
  { bill, payeeId, isTenant, hasWallet }: ScheduledPaymentFacts,
): VoidReason | null {
  if (typeof bill === "string") return bill;
  if (!isTenant) return "leftLease";
  if (bill.cents !== scheduledPayment.cents) return "amountChanged";
  const { validAfter, validBefore } = scheduledPaymentWindow(bill);
  if (validAfter !== scheduledPayment.validAfter || validBefore !== scheduledPayment.validBefore) return "dueChanged";
  if (payeeId !== scheduledPayment.payeeId) return "payeeChanged";
  return hasWallet ? null : "walletRemoved";
}

/** Time before the due day at which the payer is notified. */
export const noticeAheadMs = 5 * 86_400_000;

/**
 * Returns when to retry a scheduled payment that could not be sent: in 30 minutes, or at the end of its window if that is sooner. Until
 * that end anybody may still submit it. Null once the window has closed.
 */
export function nextTry(now: Date, { validBefore }: Pick<ScheduledPaymentWindow, "validBefore">): Date | null {
  const end = validBefore * 1_000;
  return now.getTime() < end ? new Date(Math.min(now.getTime() + 30 * 60_000, end)) : null;
}
