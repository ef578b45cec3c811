import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { wireAmount } from "@hearth/domain/money";
import { paymentOddities, paymentStatuses, paymentTypes } from "@hearth/domain/payments/status";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import type { TransactionRow } from "./transactions.repo.ts";

/** Whom a transaction or a dispute belongs to, as an admin sees them. */
export const partyShape = {
  userId: z.strictObject({
    _id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string().nullable(),
  }),
  merchantId: z.strictObject({
    _id: z.string(),
    name: z.string(),
    businessType: z.enum(businessTypes),
    walletAddress: z.string().nullable(),
  }),
};

/** A payment as an admin sees it, in the documented wire format; both documented names of the amount carry dollars. */
export const transactionView = z.strictObject({
  _id: z.string(),
  ...partyShape,
  amount: z.number(),
  amountUSD: z.number(),
  status: z.enum(paymentStatuses),
  oddity: z.enum(paymentOddities),
  createdAt: isoTime,
  updatedAt: isoTime,
  completedAt: isoTime.nullable(),
  walletAddress: z.string(),
  /** Of the card or bank provider; null for a payment from a wallet. */
  coinbaseSessionId: z.string().nullable(),
  transactionHash: z.string().nullable(),
  description: z.string(),
  paymentType: z.enum(paymentTypes),
  aptNumber: z.string().nullable(),
  notes: z.string().nullable(),
  code: z.string(),
});
export type TransactionView = z.infer<typeof transactionView>;

/** A row as an admin sees it; the checkout's reference is nobody's to see. */
export function viewTransaction({ payment, payer, merchant, txHash, onrampSessionId }: TransactionRow): TransactionView {
  const amount = wireAmount(payment.amountCents);
  return {
    _id: publicId("payment", payment.id),
    ...viewParties({ payer, merchant }),
    amount,
    amountUSD: amount,
    status: payment.status,
    oddity: payment.oddity,
    createdAt: payment.createdAt.toISOString(),
    updatedAt: payment.updatedAt.toISOString(),
    completedAt: payment.completedAt?.toISOString() ?? null,
    walletAddress: payment.payeeAddress,
    coinbaseSessionId: onrampSessionId,
    transactionHash: txHash,
    description: payment.description,
    paymentType: payment.paymentType,
    aptNumber: payment.aptNumber,
    notes: payment.notes,
    code: payment.code,
  };
}

/** Payer and merchant under the documented names. */
export function viewParties({ payer, merchant }: Pick<TransactionRow, "payer" | "merchant">) {
  const { email, firstName, lastName, phoneNumber } = payer;
  const { name, businessType, walletAddress } = merchant;
  return {
    userId: { _id: publicId("user", payer.id), email, firstName, lastName, phoneNumber },
    merchantId: { _id: publicId("merchant", merchant.id), name, businessType, walletAddress },
  };
}

/** A count that may have stopped before the end. */
const bounded = z.strictObject({ count: z.number().int(), hasMore: z.boolean() });

export const transactionCountsView = z.strictObject({
  all: bounded,
  pending: bounded,
  completed: bounded,
  failed: bounded,
  cancelled: bounded,
});
export type TransactionCountsView = z.infer<typeof transactionCountsView>;
