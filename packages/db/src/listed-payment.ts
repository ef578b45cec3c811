import { payments } from "./schema/payments.ts";

/** Columns of a payment that lists show. Leaves out what only the checkout needs, and the secret reference. */
export const listedColumns = {
  id: payments.id,
  merchantId: payments.merchantId,
  payeeAddress: payments.payeeAddress,
  amountCents: payments.amountCents,
  chainId: payments.chainId,
  paymentType: payments.paymentType,
  description: payments.description,
  aptNumber: payments.aptNumber,
  notes: payments.notes,
  status: payments.status,
  oddity: payments.oddity,
  code: payments.code,
  createdAt: payments.createdAt,
  expiresAt: payments.expiresAt,
  completedAt: payments.completedAt,
  updatedAt: payments.updatedAt,
};
export type ListedPaymentRow = Pick<typeof payments.$inferSelect, keyof typeof listedColumns>;
