import { z } from "zod";
import { keysOf } from "../keys-of.ts";
import { limits } from "../limits.ts";
import { text } from "../text.ts";

/** Reasons an account cannot be closed, worded for its holder. */
export const closingObstacles = {
  newDevice:
    "You signed in on this device for the first time less than a day ago. Close your account on one you have used before, or after that day.",
  openPayment: "You have an open payment. Pay or cancel it, or wait until it has ended.",
  openDispute: "You have an open dispute. Wait until it is decided, or cancel it.",
  refundOwed: "A refund is owed to you. Wait until it has arrived.",
  refundWalletAsked: "Someone you paid wants to send money back and has asked you for a wallet. Name one under Payments first.",
  openClaim: "You have claimed a transfer, and it has not been decided yet. Wait, or withdraw the claim.",
  scheduledPaymentSent: "Autopay is paying your rent right now. Wait until that is done.",
  openBusinessPayment: "Someone is paying your business right now. Wait until that has ended.",
  openBusinessDispute: "A dispute with your business is open. Wait until it is decided.",
  disputablePayment:
    "Someone who paid your business can still file a dispute, for 90 days after each payment. Close your business after that, or hand it to a co-owner.",
  businessRefundOwed: "Your business owes a refund, or has started one. Send it first.",
  unmatchedMoney: "Money has reached your business that matches no payment. Say what it is for, or send it back.",
  openLease: "Your business still has a running lease. End it first.",
  unsettledLease: "A lease that has ended still owes you, is owed money, or has a deposit. Settle it under Rent first.",
  openRequest: "Your business has asked someone for a payment. Cancel the request first.",
  payoutChange: "A change of your payout wallet is waiting. Stop it first.",
} as const;

/** Deposits of each side that are listed before an account is closed. */
export const maxDepositsListed = 20;
export type ClosingObstacle = keyof typeof closingObstacles;
export const closingObstacleNames = keysOf(closingObstacles);

/** The placeholder email of a closed account. Nobody can have it: the `.invalid` domain is reserved (RFC 2606). */
export function closedEmail(userId: string): string {
  return `closed-${userId}@${closedDomain}`;
}

const closedDomain = "closed.invalid";

/** True for the placeholder email of a closed account. Nothing is sent there. */
export const isClosedEmail = (address: string): boolean => address.endsWith(`@${closedDomain}`);

/** The account's own email, typed again so that nobody closes an account by accident. */
export const closeAccountInput = z.strictObject({
  email: text({ max: limits.emailMaxLength, required: "Please enter your email" }).transform((value) => value.toLowerCase()),
});

/** The co-owner who takes over a business: a member of its staff with the owner role. */
export const handOverInput = z.strictObject({
  staffId: z.string({ error: "Please choose a co-owner" }).min(1, "Please choose a co-owner").max(64),
});

/** Minimum days of membership before a business can be handed to a co-owner. Stops a newcomer from taking it over at once. */
export const handOverDays = 7;

/**
 * Days after a new device's first sign-in during which it cannot close the account. The holder was warned by mail and can end that session.
 */
export const newDeviceDays = 1;

/**
 * Days that finished rows are kept; rows about money are kept for good. An exchange link references its session, so it is deleted first.
 */
export const retentionDays = {
  sessions: 90,
  invitations: 365,
  knownDevices: 180,
  exchangeLinks: 30,
  providerEvents: 30,
  stateChecks: 90,
  removedWalletPasskeys: 30,
} as const;
