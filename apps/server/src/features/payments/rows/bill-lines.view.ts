import { wireAmount } from "@hearth/domain/money";
import { sharesOf } from "@hearth/domain/rent/pay-bills";
import { z } from "zod";
import type { CheckoutDetailRow, PaymentDetailRow } from "./payment-detail.repo.ts";

/**
 * The bills that a payment pays, in dollars, which add up to its amount. While it is pending, the ones that it would pay now. Null without
 * a lease, and until its money is allocated.
 */
export const billLinesView = z
  .strictObject({
    lines: z.strictObject({ description: z.string(), amount: z.number() }).array(),
    credit: z.number(),
    returned: z.number(),
  })
  .nullable();

type BilledRow = Pick<PaymentDetailRow & CheckoutDetailRow, "payment" | "leaseCredit" | "paidShares" | "openCharges">;

export function viewBillLines({ payment, leaseCredit, paidShares, openCharges }: BilledRow): z.infer<typeof billLinesView> {
  if (leaseCredit === null) return null;
  const { amountCents, status } = payment;
  const paid = sumByCharge(paidShares);
  if (status === "pending" && paid.length === 0) {
    const open = openCharges.map((charge) => ({ ...charge, openCents: charge.cents - charge.paidCents }));
    const { shares, creditCents } = sharesOf(open, amountCents, leaseCredit.chosen);
    const lines = shares.map(({ charge, cents }) => ({ description: charge.description, amount: wireAmount(cents) }));
    return { lines, credit: wireAmount(creditCents), returned: 0 };
  }
  const usedCents = paid.reduce((sum, { cents }) => sum + cents, 0);
  if (usedCents === 0 || status !== "completed") return null;
  const creditCents = Math.max(0, leaseCredit.receivedCents - leaseCredit.usedCents);
  return {
    lines: paid.map(({ description, cents }) => ({ description, amount: wireAmount(cents) })),
    credit: wireAmount(creditCents),
    returned: wireAmount(Math.max(0, amountCents - usedCents - creditCents)),
  };
}

/** Sums the shares of each charge. Leaves out charges whose share went back. */
function sumByCharge(shares: BilledRow["paidShares"]): BilledRow["paidShares"] {
  return [...Map.groupBy(shares, ({ id }) => id).values()].flatMap((ofCharge) => {
    const [first] = ofCharge;
    const cents = ofCharge.reduce((sum, share) => sum + share.cents, 0);
    return first === undefined || cents <= 0 ? [] : [{ ...first, cents }];
  });
}
