import { centsToDecimal, wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import type { PaymentRow } from "../../ledger/payments.repo.ts";

/** What the journal says of a payment, or of several together, in cents. */
export interface MoneyRow {
  grossCents: number;
  refundedCents: number;
}

/** How much of a payment has been paid back, with a dispute or without. */
export const refundedPart = z.enum(["none", "part", "whole"]);

/** Whether a payment was paid back, and whether wholly: at least as much as it was for. */
export function viewRefundedPart({ payment, refundedCents }: { payment: Pick<PaymentRow, "amountCents">; refundedCents: number }) {
  return refundedCents === 0 ? "none" : refundedCents < payment.amountCents ? "part" : "whole";
}

/** What came in, what of it went back to the payers, and what is left, in dollars: sums of the journal. */
export const moneyView = z.strictObject({ grossAmount: z.number(), refundedAmount: z.number(), netAmount: z.number() });

/** Gross, refunded and net under their names on the wire. */
export function viewMoney({ grossCents, refundedCents }: MoneyRow): z.infer<typeof moneyView> {
  return {
    grossAmount: wireAmount(grossCents),
    refundedAmount: wireAmount(refundedCents),
    netAmount: wireAmount(grossCents - refundedCents),
  };
}

/** The columns of a file that say what came in for a payment, what went back and what is left, for its receiver and the administrators. */
export const moneyColumns = {
  "Gross (USDC)": ({ grossCents }: MoneyRow) => centsToDecimal(grossCents),
  "Refunded (USDC)": ({ refundedCents }: MoneyRow) => centsToDecimal(refundedCents),
  "Net (USDC)": ({ grossCents, refundedCents }: MoneyRow) => centsToDecimal(grossCents - refundedCents),
};
