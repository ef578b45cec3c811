import { z } from "zod";
import { idempotencyKey } from "../payments/inputs.ts";
import { isDay } from "../rent/calendar.ts";
import { wholeNumber } from "../text.ts";
import { addressInput, signatureInput } from "../wallet/inputs.ts";
import { mostCheques, usualCheques } from "./bills.ts";

const id = z.string().max(64);
const countMessage = `Please choose 1 to ${mostCheques} months`;

/** Prepares scheduled payments for a tenant to sign: for the next `months` bills, or for exactly the months in `periods`. */
export const prepareChequesInput = z.strictObject({
  leaseId: id,
  walletAddress: addressInput,
  months: wholeNumber(1, mostCheques, countMessage).default(usualCheques),
  periods: z
    .array(z.string().refine((text) => isDay(text) && text.endsWith("-01"), "Please name months by their first days"))
    .min(1)
    .max(mostCheques)
    .optional(),
  idempotencyKey: idempotencyKey.optional(),
});
export type PrepareChequesInput = z.infer<typeof prepareChequesInput>;

export const signChequeInput = z.strictObject({ chequeId: id, signature: signatureInput, idempotencyKey: idempotencyKey.optional() });
export type SignChequeInput = z.infer<typeof signChequeInput>;

export const skipChequeInput = z.strictObject({ chequeId: id, idempotencyKey: idempotencyKey.optional() });
export type SkipChequeInput = z.infer<typeof skipChequeInput>;

/** Pauses or stops every scheduled payment of a lease. */
export const endAutopayInput = z.strictObject({ leaseId: id, idempotencyKey: idempotencyKey.optional() });
export type EndAutopayInput = z.infer<typeof endAutopayInput>;

export const leaseChequesInput = z.strictObject({ leaseId: id });
