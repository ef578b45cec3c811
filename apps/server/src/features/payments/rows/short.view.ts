import { wireAmount } from "@hearth/domain/money";
import { shortMoney } from "@hearth/domain/payments/short";
import { z } from "zod";

/** What of an unpaid payment has arrived, and what is missing, in dollars that add up to its amount; null where nothing has or where it is enough. */
export const shortView = z.strictObject({ received: z.number(), missing: z.number() }).nullable();

/** A payment's row as far as too little has come for it, in base units. */
export interface ShortRow {
  payment: { amountCents: number };
  tooLittleUnits: bigint;
}

/** What is missing of a row's payment, under its names on the wire. */
export function viewShort({ payment, tooLittleUnits }: ShortRow): z.infer<typeof shortView> {
  const short = shortMoney(payment.amountCents, tooLittleUnits);
  return short && { received: wireAmount(short.receivedCents), missing: wireAmount(short.missingCents) };
}
