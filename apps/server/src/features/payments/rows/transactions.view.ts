import type { ListedPaymentRow } from "@hearth/db/listed-payment";
import type { PaymentMoney } from "@hearth/db/payment-money";
import { displayStatus } from "@hearth/domain/disputes/status";
import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { wireAmount } from "@hearth/domain/money";
import { paymentOddities, paymentStatuses, paymentTypes } from "@hearth/domain/payments/status";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { PaymentRow } from "../../ledger/payments.repo.ts";
import { type ShortRow, shortView, viewShort } from "./short.view.ts";
import { moneyView, refundedPart, viewMoney, viewRefundedPart } from "./payment-money.view.ts";

/** The payer of a transaction or dispute, as merchants and administrators see them. */
export const payerView = z.strictObject({
  _id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
});

/** The merchant's public fields. */
export const payeeView = z.strictObject({ _id: z.string(), name: z.string(), businessType: z.enum(businessTypes) });

/** The common part of a payment's view for its merchant and for administrators, in the documented wire format. */
export const baseTransactionView = z.strictObject({
  _id: z.string(),
  userId: payerView,
  merchantId: payeeView,
  amount: z.number(),
  status: z.enum(paymentStatuses),
  oddity: z.enum(paymentOddities),
  /** True when the payee has the money although the payment is not completed: confirmations or the onramp's report are missing. */
  hasArrived: z.boolean(),
  createdAt: isoTime,
  updatedAt: isoTime,
  completedAt: isoTime.nullable(),
  /** IANA zone in which its times are shown: its lease's, or else its merchant's. */
  timeZone: z.string(),
  /** The property and unit of its lease, or of the only lease that its payer has had with the merchant. */
  home: z.string().nullable(),
  walletAddress: z.string(),
  /** Session id of the card or bank provider; null for a payment from a wallet. */
  coinbaseSessionId: z.string().nullable(),
  transactionHash: z.string().nullable(),
  description: z.string(),
  paymentType: z.enum(paymentTypes),
  aptNumber: z.string().nullable(),
  notes: z.string().nullable(),
  code: z.string(),
  refunded: refundedPart,
  short: shortView,
  ...moneyView.shape,
});
type BaseTransactionView = z.infer<typeof baseTransactionView>;

type Payer = Omit<z.infer<typeof payerView>, "_id"> & { id: string };
type Payee = Omit<z.infer<typeof payeeView>, "_id"> & { id: string };

export interface BaseTransactionRow extends ShortRow {
  money: PaymentMoney;
  payment: ListedPaymentRow;
  payer: Payer;
  merchant: Payee;
  timeZone: string;
  home: string | null;
  txHash: string | null;
  onrampSessionId: string | null;
  hasArrived: boolean;
}

/** Builds the view for merchants and administrators. Never includes the checkout's reference. */
export function viewBaseTransaction(row: BaseTransactionRow): BaseTransactionView {
  const { payment, payer, merchant, txHash, onrampSessionId } = row;
  return {
    _id: publicId("payment", payment.id),
    userId: viewPayer(payer),
    merchantId: viewPayee(merchant),
    amount: wireAmount(payment.amountCents),
    status: payment.status,
    oddity: payment.oddity,
    hasArrived: row.hasArrived,
    createdAt: payment.createdAt.toISOString(),
    updatedAt: payment.updatedAt.toISOString(),
    completedAt: payment.completedAt?.toISOString() ?? null,
    timeZone: row.timeZone,
    home: row.home,
    walletAddress: payment.payeeAddress,
    coinbaseSessionId: onrampSessionId,
    transactionHash: txHash,
    description: payment.description,
    paymentType: payment.paymentType,
    aptNumber: payment.aptNumber,
    notes: payment.notes,
    code: payment.code,
    refunded: viewRefundedPart(row),
    short: viewShort(row),
    ...viewMoney(row.money),
  };
}

export function viewPayer({ id, email, firstName, lastName, phoneNumber }: Payer): z.infer<typeof payerView> {
  return { _id: publicId("user", id), email, firstName, lastName, phoneNumber };
}

export function viewPayee({ id, name, businessType }: Payee): z.infer<typeof payeeView> {
  return { _id: publicId("merchant", id), name, businessType };
}

/** CSV columns: the status as the pages show it, and the oddity or the payer's own note. */
export const statusColumns = {
  Status: ({ payment, hasArrived }: StatusRow) => displayStatus(payment.status, null, hasArrived),
  Note: ({ payment: { oddity, notes } }: StatusRow) => (oddity === "none" ? (notes ?? "") : oddity),
};
type StatusRow = Pick<BaseTransactionRow, "hasArrived"> & { payment: Pick<PaymentRow, "status" | "oddity" | "notes"> };
