import { z } from "zod";
import { dateRangeShape } from "../date-range.ts";
import { limits } from "../limits.ts";
import { amountMessages, parsePaymentAmount } from "../money.ts";
import { orderedPageShape } from "../page.ts";
import { text } from "../text.ts";
import { addressInput, signatureInput } from "../wallet/inputs.ts";
import { paymentStatuses, paymentTypes } from "./status.ts";

/** Programs that add amounts in floating point send 1.1400000000000001. Rounding it here would be guessing. */
const numberMessage = `${amountMessages.invalid}, with at most two decimals`;

/** A payment's amount in dollars, as typed or sent, parsed into whole cents from 1.00 to 10,000.00 dollars. */
export const paymentAmount = z.union([z.string().max(32), z.number()], { error: amountMessages.invalid }).transform((amount, context) => {
  const result = parsePaymentAmount(amount);
  if ("cents" in result) return result.cents;
  const isNumber = typeof amount === "number" && result.problem === "invalid";
  context.addIssue({ code: "custom", message: isNumber ? numberMessage : amountMessages[result.problem] });
  return z.NEVER;
});

/** An idempotency key. The client makes one per intended action, and a repeat gets the first response. */
export const idempotencyKey = z.string().regex(/^[\w.:-]{8,128}$/, "An idempotency key has 8 to 128 letters, digits or - _ . :");

export const createCheckoutInput = z.strictObject({
  amount: paymentAmount,
  description: text({ max: limits.descriptionMaxLength }).optional(),
  paymentType: z.enum(paymentTypes).default("one-time"),
  aptNumber: text({ max: limits.apartmentMaxLength }).optional(),
  /** Refused if it differs from the stored payee. Never used as the payee. */
  merchantWalletAddress: z.string().max(64).optional(),
  merchantName: z.string().max(200).optional(),
  /** The lease to pay, if the payer has several with the merchant. */
  leaseId: z.string().max(64).optional(),
  /** Charges of that lease to pay first, in this order. By default the oldest are paid first. */
  chargeIds: z.array(z.string().max(64)).max(100).optional(),
  idempotencyKey: idempotencyKey.optional(),
});
export type CreateCheckoutInput = z.infer<typeof createCheckoutInput>;

export const paymentIdInput = z.strictObject({ paymentId: z.string().max(64) });
export const topUpPaymentInput = paymentIdInput.extend({ idempotencyKey: idempotencyKey.optional() });
export const cancelPaymentInput = paymentIdInput.extend({ idempotencyKey: idempotencyKey.optional() });

/** The unguessable reference in a checkout's address: 32 bytes in hex without 0x. */
export const checkoutReference = z.string().regex(/^[0-9a-f]{64}$/, "This checkout does not exist");
export const checkoutInput = z.strictObject({ reference: checkoutReference });
export const topUpAtCheckoutInput = checkoutInput.extend({ idempotencyKey: idempotencyKey.optional() });

/** A signed EIP-3009 authorization. The server knows the amount, payee and nonce, so they are not sent. */
export const authorizePaymentInput = checkoutInput.extend({
  from: addressInput,
  /** Unix seconds. */
  validAfter: z.int().min(0),
  validBefore: z
    .int()
    .min(0)
    .max(2 ** 40),
  signature: signatureInput,
  idempotencyKey: idempotencyKey.optional(),
});
export type AuthorizePaymentInput = z.infer<typeof authorizePaymentInput>;

/** A hint that a payment was made. A documented call; it only makes the server check the chain. */
export const recordSuccessInput = z.strictObject({
  amount: z.union([z.string().max(32), z.number()]).optional(),
  merchantWalletAddress: z.string().max(64).optional(),
  description: z.string().max(400).optional(),
  paymentType: z.string().max(20).optional(),
  aptNumber: z.string().max(60).optional(),
  paymentId: z.string().max(64).optional(),
  transactionHash: z.string().regex(/^0x[0-9a-fA-F]{64}$/, "Please send a valid transaction hash"),
});

/** Filters a payer's own payments. The status `all` means no filter; the dates are those of the checkouts. */
export const paymentFilter = z.strictObject({
  status: z.enum(["all", ...paymentStatuses], { error: "This status is not known" }).default("all"),
  /** Words of the description, the merchant or the apartment; an amount, a reference, an id or the start of a hash. */
  search: text({ max: limits.searchMaxLength }).optional(),
  ...dateRangeShape,
});
export type PaymentFilter = z.infer<typeof paymentFilter>;

export const listPaymentsInput = paymentFilter.extend(orderedPageShape);
export type ListPaymentsInput = z.infer<typeof listPaymentsInput>;
