import { publicId } from "@hearth/domain/ids";
import { formatUsdc } from "@hearth/domain/money";
import { sendBackRefusals, sendBackStatuses, type SendBackRefusal } from "@hearth/domain/refunds/send-back";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import type { RefundRow } from "../ledger/refunds.repo.ts";
import { byHandView } from "./by-hand.ts";
import { oddRefundTransferView } from "./refunds.view.ts";

const hex = z.templateLiteral(["0x", z.string()]);

/** The sending back of a transfer that was begun, with everything that its own transfer needs. */
export const begunSendBackView = z.strictObject({
  _id: z.string(),
  /** USDC with separators: `1,450.00`. */
  usdc: z.string(),
  /** Base units of 6 decimals as a string of digits. */
  usdcUnits: z.string(),
  to: hex,
  /** What the transfer carries in its calldata. */
  binding: hex,
  createdAt: isoTime,
});
export type BegunSendBackView = z.infer<typeof begunSendBackView>;

/** A row as its merchant sees it. */
export function viewBegun({ id, usdcUnits, toAddress: to, binding, createdAt }: RefundRow): BegunSendBackView {
  const amount = { usdc: formatUsdc(usdcUnits), usdcUnits: String(usdcUnits) };
  return { _id: publicId("refund", id), ...amount, to, binding, createdAt: createdAt.toISOString() };
}

const isRefusal = (key: string): key is SendBackRefusal => key in sendBackRefusals;

/** How far a transfer has gone back to the wallet that it came from. */
export const sendBackView = z.strictObject({
  transferId: z.string(),
  status: z.enum(sendBackStatuses),
  /** Why it cannot be begun. */
  refusal: z.enum(Object.keys(sendBackRefusals).filter(isRefusal)).nullable(),
  /** What is still here of it, as USDC with separators. */
  left: z.string(),
  /** Whether something of it went back already. */
  isPart: z.boolean(),
  /** The wallet that sent it. */
  to: hex,
  /** The merchant's wallets that sending back counts from, the current payout wallet first. */
  from: hex.array(),
  /** Whether a wallet to refund from has to be proven first, because the merchant is paid at an exchange only. */
  isWalletNeeded: z.boolean(),
  begun: begunSendBackView.nullable(),
  /** How what was begun can be sent from any app. */
  byHand: byHandView.nullable(),
  /** What left for it, in the chain's order; it went back once it is confirmed. */
  returns: z.strictObject({ transactionHash: z.string(), usdc: z.string(), at: isoTime, isConfirmed: z.boolean() }).array(),
  /** What was sent for it otherwise than asked. */
  oddTransfers: oddRefundTransferView.array(),
});
export type SendBackView = z.infer<typeof sendBackView>;
