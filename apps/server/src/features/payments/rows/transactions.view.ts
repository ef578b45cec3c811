import type { ListedPaymentRow } from "@hearth/db/listed-payment";
import { displayStatus } from "@hearth/domain/disputes/status";
import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { wireAmount } from "@hearth/domain/money";
import { paymentOddities, paymentStatuses, paymentTypes } from "@hearth/domain/payments/status";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { PaymentRow } from "../../ledger/payments.repo.ts";
import { type ShortRow, shortView, viewShort } from "./short.view.ts";
import { type MoneyRow, moneyView, refundedPart, viewMoney, viewRefundedPart } from "./payment-money.view.ts";

/** Who pays, in a transaction or a dispute, as merchants and administrators see them. */
export const payerView = z.strictObject({
  _id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string().nullable(),
});

/** Who is paid, as much as everybody may know. */
export const payeeView = z.strictObject({ _id: z.string(), name: z.string(), businessType: z.enum(businessTypes) });

/** A payment as its merchant and the administrators see it, in the documented wire format; each says more of it in a view of its own. */
export const baseTransactionView = z.strictObject({
  _id: z.string(),
  userId: payerView,
  merchantId: payeeView,
  amount: z.number(),
  status: z.enum(paymentStatuses),
  oddity: z.enum(paymentOddities),
  /** Whether its money is with the payee though it is not completed: confirmations, or the onramp's word, are missing. */
  hasArrived: z.boolean(),
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
  refunded: refundedPart,
  short: shortView,
  ...moneyView.shape,
});
type BaseTransactionView = z.infer<typeof baseTransactionView>;

type Payer = Omit<z.infer<typeof payerView>, "_id"> & { id: string };
type Payee = Omit<z.infer<typeof payeeView>, "_id"> & { id: string };

/** What a transaction is made from. */
export interface BaseTransactionRow extends MoneyRow, ShortRow {
  payment: ListedPaymentRow;
  payer: Payer;
  merchant: Payee;
  txHash: string | null;
  onrampSessionId: string | null;
  hasArrived: boolean;
}

/** A row as its merchant and the administrators see it; the checkout's reference is nobody's to see. */
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
    ...viewMoney(row),
  };
}

/** A payer under the documented names. */
export function viewPayer({ id, email, firstName, lastName, phoneNumber }: Payer): z.infer<typeof payerView> {
  return { _id: publicId("user", id), email, firstName, lastName, phoneNumber };
}

/** A payee under the documented names. */
export function viewPayee({ id, name, businessType }: Payee): z.infer<typeof payeeView> {
  return { _id: publicId("merchant", id), name, businessType };
}

/** What a file says of a payment: where it is, as the pages show it, and what was odd about its money, or its payer's own words. */
export const statusColumns = {
  Status: ({ payment, hasArrived }: StatusRow) => displayStatus(payment.status, null, hasArrived),
  Note: ({ payment: { oddity, notes } }: StatusRow) => (oddity === "none" ? (notes ?? "") : oddity),
};
type StatusRow = Pick<BaseTransactionRow, "hasArrived"> & { payment: Pick<PaymentRow, "status" | "oddity" | "notes"> };
