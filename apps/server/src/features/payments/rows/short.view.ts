import { wireAmount } from "@hearth/domain/money";
import { outcomeOfAttaching, shortMoney } from "@hearth/domain/payments/short";
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

/** What a payment becomes when a transfer is attached to it, and by how many dollars it is then short or over. */
export const outcomeView = z.strictObject({ kind: z.enum(["exact", "short", "over"]), by: z.number() });

/** Views the outcome of attaching a transfer to an unpaid payment. */
export function viewOutcome({ payment, tooLittleUnits }: ShortRow, usdcUnits: bigint): z.infer<typeof outcomeView> {
  const { kind, byCents } = outcomeOfAttaching(payment.amountCents, tooLittleUnits, usdcUnits);
  return { kind, by: wireAmount(byCents) };
}
