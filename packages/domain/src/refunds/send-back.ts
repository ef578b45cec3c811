import type { TransferVerdict } from "../payments/status.ts";

/** Where the sending back of a transfer stands: begun and not seen on the chain, seen and not deep enough, or all of it gone back. */
export const sendBackStatuses = ["none", "begun", "seen", "sentBack"] as const;
export type SendBackStatus = (typeof sendBackStatuses)[number];

/** Why a transfer cannot be sent back, in sentences for its receiver. */
export const sendBackRefusals = {
  ofPayment: "This transfer already belongs to a payment. What is paid back of it is a refund of that payment.",
  notConfirmed: "This transfer is not confirmed yet. Please try again in some minutes.",
  ownWallet: "This money came from a wallet of your own.",
  noSender: "No wallet sent this money, so there is none to send it back to.",
} as const;
export type SendBackRefusal = keyof typeof sendBackRefusals;

/** As much of a transfer as sending it back depends on. */
export interface SendBackFacts {
  verdict: TransferVerdict;
  from: string;
  /** Whether it came from a wallet where its receiver is paid or was paid once. */
  isFromOwn: boolean;
  /** Whether it is as deep as it would have to be for completing a payment. */
  isConfirmed: boolean;
}

/** Why a transfer cannot be sent back, or null where it can: only money that no payment has, that is here for good, and that somebody sent. */
export function refusalToSendBack({ verdict, from, isFromOwn, isConfirmed }: SendBackFacts): SendBackRefusal | null {
  if (verdict === "matched" || verdict === "part") return "ofPayment";
  if (/^0x0{40}$/.test(from)) return "noSender";
  if (isFromOwn) return "ownWallet";
  return isConfirmed ? null : "notConfirmed";
}
