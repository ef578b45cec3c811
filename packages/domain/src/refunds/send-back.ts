import type { TransferVerdict } from "../payments/status.ts";

/** Stages of sending a transfer back: not begun, begun, seen on the chain without enough confirmations, and fully returned. */
export const sendBackStatuses = ["none", "begun", "seen", "sentBack"] as const;
export type SendBackStatus = (typeof sendBackStatuses)[number];

/** Reasons that a transfer cannot be sent back, worded for its receiver. */
export const sendBackRefusals = {
  ofPayment: "This transfer already belongs to a payment. What is paid back of it is a refund of that payment.",
  notConfirmed: "This transfer is not confirmed yet. Please try again in some minutes.",
  ownWallet: "This money came from a wallet of your own.",
  noSender: "No wallet sent this money, so there is none to send it back to.",
} as const;
export type SendBackRefusal = keyof typeof sendBackRefusals;

/** The fields of a transfer that decide if it can be sent back. */
export interface SendBackFacts {
  verdict: TransferVerdict;
  from: string;
  /** True if it came from a current or former payout wallet of its receiver. */
  isFromOwn: boolean;
  /** True if it has as many confirmations as completing a payment needs. */
  isConfirmed: boolean;
}

/**
 * Returns why a transfer cannot be sent back, or null if it can. It must belong to no payment, be confirmed, and have a sender other than
 * the receiver.
 */
export function refusalToSendBack({ verdict, from, isFromOwn, isConfirmed }: SendBackFacts): SendBackRefusal | null {
  if (verdict === "matched" || verdict === "part") return "ofPayment";
  if (/^0x0{40}$/.test(from)) return "noSender";
  if (isFromOwn) return "ownWallet";
  return isConfirmed ? null : "notConfirmed";
}
