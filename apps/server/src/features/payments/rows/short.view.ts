import { wireAmount } from "@hearth/domain/money";
import { outcomeOfAttaching, shortMoney } from "@hearth/domain/payments/short";
import { z } from "zod";

/** Received and missing dollars of an unpaid payment; they add up to its amount. Null when nothing has arrived or it is enough. */
export const shortView = z.strictObject({ received: z.number(), missing: z.number() }).nullable();

/** A payment's amount with the sum of its short transfers in base units. */
export interface ShortRow {
  payment: { amountCents: number };
  shortUnits: bigint;
}

export function viewShort({ payment, shortUnits }: ShortRow): z.infer<typeof shortView> {
  const short = shortMoney(payment.amountCents, shortUnits);
  return short && { received: wireAmount(short.receivedCents), missing: wireAmount(short.missingCents) };
}

/** A payment's state after attaching a transfer, and the dollars by which it is short or over. */
export const outcomeView = z.strictObject({ kind: z.enum(["exact", "short", "over"]), by: z.number() });

export function viewOutcome({ payment, shortUnits }: ShortRow, usdcUnits: bigint): z.infer<typeof outcomeView> {
  const { kind, byCents } = outcomeOfAttaching(payment.amountCents, shortUnits, usdcUnits);
  return { kind, by: wireAmount(byCents) };
}
