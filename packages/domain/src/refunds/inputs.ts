import { z } from "zod";
import { parseWireAmount } from "../money.ts";
import { idempotencyKey } from "../payments/inputs.ts";

const amountMessage = "Please enter a valid amount";

/** Dollars as typed or sent, read into whole cents above 0; how much may be refunded is the server's question. */
export const refundAmount = z.union([z.string().max(32), z.number()], { error: amountMessage }).transform((amount, context) => {
  const cents = parseWireAmount(amount);
  if (cents !== null && cents > 0) return cents;
  context.addIssue({ code: "custom", message: amountMessage });
  return z.NEVER;
});

/** Begins the refund that an approved dispute is owed, whole. */
export const refundDisputeInput = z.strictObject({ disputeId: z.string().max(64), idempotencyKey: idempotencyKey.optional() });
export type RefundDisputeInput = z.infer<typeof refundDisputeInput>;

/** Begins a refund that nobody asked for, of a completed payment or a part of it. */
export const refundPaymentInput = z.strictObject({
  paymentId: z.string().max(64),
  amount: refundAmount,
  idempotencyKey: idempotencyKey.optional(),
});
export type RefundPaymentInput = z.infer<typeof refundPaymentInput>;

/** Begins to send the money of a transfer that no payment has back to its sender, whole. */
export const sendBackInput = z.strictObject({ transferId: z.string().max(64), idempotencyKey: idempotencyKey.optional() });
export type SendBackInput = z.infer<typeof sendBackInput>;

export const refundIdInput = z.strictObject({ refundId: z.string().max(64) });
