import { centsToDecimal, wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import type { PaymentRow } from "../../ledger/payments.repo.ts";

/** Journal sums of one or several payments, in cents. */
export interface MoneyRow {
  grossCents: number;
  refundedCents: number;
}

/** Extent to which a payment was refunded, with or without a dispute. */
export const refundedPart = z.enum(["none", "part", "whole"]);

/** `whole` when at least the payment's amount was refunded. */
export function viewRefundedPart({ payment, refundedCents }: { payment: Pick<PaymentRow, "amountCents">; refundedCents: number }) {
  return refundedCents === 0 ? "none" : refundedCents < payment.amountCents ? "part" : "whole";
}

/** Received, returned to the payers, and the difference, in dollars. Sums of the journal. */
export const moneyView = z.strictObject({ grossAmount: z.number(), refundedAmount: z.number(), netAmount: z.number() });

export function viewMoney({ grossCents, refundedCents }: MoneyRow): z.infer<typeof moneyView> {
  return {
    grossAmount: wireAmount(grossCents),
    refundedAmount: wireAmount(refundedCents),
    netAmount: wireAmount(grossCents - refundedCents),
  };
}

/** CSV columns with received, returned and net amounts, for merchants and administrators. */
export const moneyColumns = {
  "Gross (USDC)": ({ grossCents }: MoneyRow) => centsToDecimal(grossCents),
  "Refunded (USDC)": ({ refundedCents }: MoneyRow) => centsToDecimal(refundedCents),
  "Net (USDC)": ({ grossCents, refundedCents }: MoneyRow) => centsToDecimal(grossCents - refundedCents),
};
