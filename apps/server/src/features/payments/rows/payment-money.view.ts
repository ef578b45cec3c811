import type { PaymentMoney } from "@hearth/db/payment-money";
import { centsToDecimal, wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import type { PaymentRow } from "../../ledger/payments.repo.ts";

/** Extent to which a payment was refunded, with or without a dispute. */
export const refundedPart = z.enum(["none", "part", "whole"]);

/** `whole` when at least the payment's amount was refunded. */
export function viewRefundedPart({ payment, money: { refundedCents } }: { payment: Pick<PaymentRow, "amountCents">; money: PaymentMoney }) {
  return refundedCents === 0 ? "none" : refundedCents < payment.amountCents ? "part" : "whole";
}

/** Received, returned to the payers, and the difference, in dollars. Sums of the journal. */
export const moneyView = z.strictObject({ grossAmount: z.number(), refundedAmount: z.number(), netAmount: z.number() });

export function viewMoney({ grossCents, refundedCents }: PaymentMoney): z.infer<typeof moneyView> {
  return {
    grossAmount: wireAmount(grossCents),
    refundedAmount: wireAmount(refundedCents),
    netAmount: wireAmount(grossCents - refundedCents),
  };
}

/** CSV columns with received, returned and net amounts, for merchants and administrators. */
export const moneyColumns = {
  "Gross (USDC)": ({ money }: MoneyRow) => centsToDecimal(money.grossCents),
  "Refunded (USDC)": ({ money }: MoneyRow) => centsToDecimal(money.refundedCents),
  "Net (USDC)": ({ money }: MoneyRow) => centsToDecimal(money.grossCents - money.refundedCents),
};
interface MoneyRow {
  money: PaymentMoney;
}
