import { publicId } from "@hearth/domain/ids";
import { formatUsdc } from "@hearth/domain/money";
import { sendBackRefusals, sendBackStatuses, type SendBackRefusal } from "@hearth/domain/refunds/send-back";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import type { RefundRow } from "../ledger/refunds.repo.ts";
import { byHandView } from "./by-hand.ts";
import { oddRefundTransferView, refundSendView } from "./refunds.view.ts";

const hex = z.templateLiteral(["0x", z.string()]);

/** A begun return of a transfer, with everything that its own transfer needs. */
export const begunSendBackView = z.strictObject({
  _id: z.string(),
  /** USDC with separators: `1,450.00`. */
  usdc: z.string(),
  /** Base units (6 decimals) as a string of digits. */
  usdcUnits: z.string(),
  to: hex,
  /** Calldata suffix of the transfer. */
  binding: hex,
  createdAt: isoTime,
});
export type BegunSendBackView = z.infer<typeof begunSendBackView>;

export function viewBegun({ id, usdcUnits, toAddress: to, binding, createdAt }: RefundRow): BegunSendBackView {
  const amount = { usdc: formatUsdc(usdcUnits), usdcUnits: String(usdcUnits) };
  return { _id: publicId("refund", id), ...amount, to, binding, createdAt: createdAt.toISOString() };
}

const isRefusal = (key: string): key is SendBackRefusal => key in sendBackRefusals;

/** State of a transfer's return to its sender. */
export const sendBackView = z.strictObject({
  transferId: z.string(),
  status: z.enum(sendBackStatuses),
  /** The reason why it cannot be begun. */
  refusal: z.enum(Object.keys(sendBackRefusals).filter(isRefusal)).nullable(),
  /** USDC that is left of it, with separators. */
  left: z.string(),
  /** True when a part of it was already returned. */
  isPart: z.boolean(),
  /** The wallet that sent it. */
  to: hex,
  /** The merchant's wallets from which a return counts, the current payout wallet first. */
  from: hex.array(),
  /** True when a wallet must be proven for refunds first, because the merchant is only paid at an exchange. */
  isWalletNeeded: z.boolean(),
  begun: begunSendBackView.nullable(),
  /** Instructions for sending the open return from any app. */
  byHand: byHandView.nullable(),
  /** The open return as a passkey wallet signed it last; null when none did. */
  sending: refundSendView.nullable(),
  /** Its return transfers in chain order; confirmed ones have counted. */
  returns: z.strictObject({ transactionHash: z.string(), usdc: z.string(), at: isoTime, isConfirmed: z.boolean() }).array(),
  /** Return transfers that differ from the return. */
  oddTransfers: oddRefundTransferView.array(),
});
export type SendBackView = z.infer<typeof sendBackView>;
