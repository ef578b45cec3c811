import { z } from "zod";
import { idempotencyKey } from "../payments/inputs.ts";
import { isDay } from "../rent/calendar.ts";
import { wholeNumber } from "../text.ts";
import { addressInput, signatureInput } from "../wallet/inputs.ts";
import { mostScheduledPayments, usualScheduledPayments } from "./bills.ts";

const id = z.string().max(64);
const countMessage = `Please choose 1 to ${mostScheduledPayments} months`;

/** Prepares scheduled payments for a tenant to sign: for the next `months` bills, or for exactly the months in `periods`. */
export const prepareScheduledPaymentsInput = z.strictObject({
  leaseId: id,
  walletAddress: addressInput,
  months: wholeNumber(1, mostScheduledPayments, countMessage).default(usualScheduledPayments),
  periods: z
    .array(z.string().refine((text) => isDay(text) && text.endsWith("-01"), "Please name months by their first days"))
    .min(1)
    .max(mostScheduledPayments)
    .optional(),
  idempotencyKey: idempotencyKey.optional(),
});
export type PrepareScheduledPaymentsInput = z.infer<typeof prepareScheduledPaymentsInput>;

interface Named {
  scheduledPaymentId?: string | undefined;
  chequeId?: string | undefined;
}

/** Names a scheduled payment. `chequeId` is the older name of `scheduledPaymentId`: pages and clients from before the change still send it. */
const named = { scheduledPaymentId: id.optional(), chequeId: id.optional() };
const isNamedOnce = ({ scheduledPaymentId, chequeId }: Named) => (scheduledPaymentId === undefined) !== (chequeId === undefined);
const namedOnce = { path: ["scheduledPaymentId"], message: "Please name one scheduled payment" };

/** Returns an input with the id under its present name. */
export function withScheduledPaymentId<Input extends Named>({ chequeId, ...input }: Input) {
  return { ...input, scheduledPaymentId: input.scheduledPaymentId ?? chequeId ?? "" };
}

type Chosen<Schema extends z.ZodType<Named>> = Omit<z.infer<Schema>, keyof Named> & { scheduledPaymentId: string };

const once = { idempotencyKey: idempotencyKey.optional() };
export const signScheduledPaymentInput = z.strictObject({ ...named, signature: signatureInput, ...once }).refine(isNamedOnce, namedOnce);
export type SignScheduledPaymentInput = Chosen<typeof signScheduledPaymentInput>;

export const skipScheduledPaymentInput = z.strictObject({ ...named, ...once }).refine(isNamedOnce, namedOnce);
export type SkipScheduledPaymentInput = Chosen<typeof skipScheduledPaymentInput>;

/** Pauses or stops every scheduled payment of a lease. */
export const endAutopayInput = z.strictObject({ leaseId: id, idempotencyKey: idempotencyKey.optional() });
export type EndAutopayInput = z.infer<typeof endAutopayInput>;

export const leaseScheduledPaymentsInput = z.strictObject({ leaseId: id });
