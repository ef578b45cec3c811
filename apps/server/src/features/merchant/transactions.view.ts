import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { wireAmount } from "@hearth/domain/money";
import { paymentOddities, paymentStatuses, paymentTypes } from "@hearth/domain/payments/status";
import { z } from "zod";
import { isoTime } from "../../trpc/wire.ts";
import type { StatusTotal, TransactionRow } from "./transactions.repo.ts";

/** A payment as the merchant who receives it sees it, in the documented wire format. */
export const transactionView = z.strictObject({
  _id: z.string(),
  userId: z.strictObject({
    _id: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phoneNumber: z.string().nullable(),
  }),
  merchantId: z.strictObject({ _id: z.string(), name: z.string(), businessType: z.enum(businessTypes) }),
  amount: z.number(),
  status: z.enum(paymentStatuses),
  oddity: z.enum(paymentOddities),
  createdAt: isoTime,
  updatedAt: isoTime,
  completedAt: isoTime.nullable(),
  walletAddress: z.string(),
  coinbaseSessionId: z.string().nullable(),
  transactionHash: z.string().nullable(),
  description: z.string(),
  aptNumber: z.string().nullable(),
  paymentType: z.enum(paymentTypes),
  notes: z.string().nullable(),
  code: z.string(),
  /** The newest dispute about it. */
  disputeId: z.string().nullable(),
});
export type TransactionView = z.infer<typeof transactionView>;

/** A row as its merchant sees it; no checkout's reference is part of it. */
export function viewTransaction({ payment, payer, merchant, txHash, onrampSessionId, disputeId }: TransactionRow): TransactionView {
  return {
    _id: publicId("payment", payment.id),
    userId: { ...payerOf(payer), phoneNumber: payer.phoneNumber },
    merchantId: { _id: publicId("merchant", merchant.id), name: merchant.name, businessType: merchant.businessType },
    amount: wireAmount(payment.amountCents),
    status: payment.status,
    oddity: payment.oddity,
    createdAt: payment.createdAt.toISOString(),
    updatedAt: payment.updatedAt.toISOString(),
    completedAt: payment.completedAt?.toISOString() ?? null,
    walletAddress: payment.payeeAddress,
    coinbaseSessionId: onrampSessionId,
    transactionHash: txHash,
    description: payment.description,
    aptNumber: payment.aptNumber,
    paymentType: payment.paymentType,
    notes: payment.notes,
    code: payment.code,
    disputeId: disputeId === null ? null : publicId("dispute", disputeId),
  };
}

/** Who a payer is, to their merchant. */
export function payerOf({ id, email, firstName, lastName }: { id: string; email: string; firstName: string; lastName: string }) {
  return { _id: publicId("user", id), email, firstName, lastName };
}

/** How many and how much, in dollars. */
export const counted = z.strictObject({ count: z.number().int(), amount: z.number() });

export const transactionTotalsView = z.strictObject({
  all: counted,
  pending: counted,
  completed: counted,
  failed: counted,
  cancelled: counted,
});
export type TransactionTotalsView = z.infer<typeof transactionTotalsView>;

/** Totals by status as the merchant sees them; what has no payments is 0. */
export function viewTotals(totals: StatusTotal[]): TransactionTotalsView {
  const of = (isMeant: (total: StatusTotal) => boolean) => {
    const meant = totals.filter(isMeant);
    const cents = meant.reduce((sum, total) => sum + total.cents, 0);
    return { count: meant.reduce((sum, total) => sum + total.count, 0), amount: wireAmount(cents) };
  };
  const withStatus = (status: StatusTotal["status"]) => of((total) => total.status === status);
  return {
    all: of(() => true),
    pending: withStatus("pending"),
    completed: withStatus("completed"),
    failed: withStatus("failed"),
    cancelled: withStatus("cancelled"),
  };
}
