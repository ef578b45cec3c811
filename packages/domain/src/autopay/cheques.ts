import { limits } from "../limits.ts";
import type { Bill, NotBilled } from "./bills.ts";

/**
 * Where a cheque is: asked (to be signed) -> ready (its signature is kept) -> sent (its payment is on its way) -> paid. What ends it otherwise: skipped,
 * paused or stopped by its payer, void because what it was written for is no more, failed because it could not be paid in time. Only ready and sent ones
 * have a signature.
 */
export const chequeStatuses = ["asked", "ready", "sent", "paid", "skipped", "paused", "stopped", "void", "failed"] as const;
export type ChequeStatus = (typeof chequeStatuses)[number];

/** Those that will pay their bill, of which a bill has one. */
export const liveStatuses = ["ready", "sent"] as const satisfies readonly ChequeStatus[];

/** What can be in a cheque's way that its payer can mend: the token would refuse it. */
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

/** Why a cheque is worth nothing any more; `paymentCancelled` is what its payer is told of a month that is skipped by cancelling its payment. */
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

/** Whether what made a cheque worthless concerns its month alone; anything else ends all of a lease's that it reaches. */
export function isOfOneMonth(reason: VoidReason): boolean {
  return reason === "paid" || reason === "voided" || reason === "cancelled" || reason === "paymentCancelled";
}

/** When a cheque holds, in unix seconds; both ends are excluded by the token. */
export interface ChequeWindow {
  validAfter: number;
  validBefore: number;
}

/** From the first second of the due day to the last of the days of grace. */
export function chequeWindow({ dueAt, graceEndsAt }: Pick<Bill, "dueAt" | "graceEndsAt">): ChequeWindow {
  return { validAfter: dueAt.getTime() / 1_000 - 1, validBefore: graceEndsAt.getTime() / 1_000 };
}

/** Whether one payment may be as large, and as small. */
export function canBeCheque({ cents }: Pick<Bill, "cents">): boolean {
  return cents >= limits.paymentMinCents && cents <= limits.paymentMaxCents;
}

/** What a cheque was written for. */
export interface ChequeTerms extends ChequeWindow {
  cents: number;
  payeeId: string;
}

/** How things stand for a cheque. */
export interface ChequeFacts {
  bill: Bill | NotBilled;
  /** The landlord's proven wallet of now, or null where there is none. */
  payeeId: string | null;
  /** Whether its payer still rents under the lease, and still has the wallet. */
  isTenant: boolean;
  hasWallet: boolean;
}

/** Why a cheque is void as things stand, or null where it still stands for exactly what is owed. */
export function whyVoid(cheque: ChequeTerms, { bill, payeeId, isTenant, hasWallet }: ChequeFacts): VoidReason | null {
  if (typeof bill === "string") return bill;
  if (!isTenant) return "leftLease";
  if (bill.cents !== cheque.cents) return "amountChanged";
  const { validAfter, validBefore } = chequeWindow(bill);
  if (validAfter !== cheque.validAfter || validBefore !== cheque.validBefore) return "dueChanged";
  if (payeeId !== cheque.payeeId) return "payeeChanged";
  return hasWallet ? null : "walletRemoved";
}

/** Its payer is told so long before the due day. */
export const toldAheadMs = 5 * 86_400_000;

/**
 * When a cheque that could not be sent is looked at again: within half an hour, and at the end of its time, since until then somebody may carry it. Null
 * once its time is over.
 */
export function nextTry(now: Date, { validBefore }: Pick<ChequeWindow, "validBefore">): Date | null {
  const end = validBefore * 1_000;
  return now.getTime() < end ? new Date(Math.min(now.getTime() + 30 * 60_000, end)) : null;
}
