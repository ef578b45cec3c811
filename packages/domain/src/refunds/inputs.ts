import { z } from "zod";
import { provingPassword } from "../auth/inputs.ts";
import { confirmSecondFactorInput } from "../auth/second-factor.ts";
import { parseWireAmount } from "../money.ts";
import { idempotencyKey, paymentIdInput } from "../payments/inputs.ts";
import { proveWalletInput } from "../wallet/inputs.ts";

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

const ofPayment = { paymentId: z.string().max(64), amount: refundAmount, idempotencyKey: idempotencyKey.optional() };

/**
 * Begins a refund that nobody asked for, of a completed payment or a part of it. `chargeId` says what of its lease it is of: the payment's unused money goes
 * back first, then what it paid of that charge, and without one what it paid of the charge that is due last. A deposit is given back by `giveBackInput`.
 */
export const refundPaymentInput = z.strictObject({ ...ofPayment, chargeId: z.string().max(64).optional() });
export type RefundPaymentInput = z.infer<typeof refundPaymentInput>;

/** Begins to send the money of a transfer that no payment has back to its sender, whole. */
export const sendBackInput = z.strictObject({ transferId: z.string().max(64), idempotencyKey: idempotencyKey.optional() });
export type SendBackInput = z.infer<typeof sendBackInput>;

export const refundIdInput = z.strictObject({ refundId: z.string().max(64) });

/** Asks the payer to name a wallet that so much may be sent to. */
export const askPayerInput = z.strictObject(ofPayment);

const { message, signature } = proveWalletInput.shape;

/** Proves a wallet that the merchant refunds from, by its signature. */
export const proveRefundWalletInput = z.strictObject({ message, signature, idempotencyKey: idempotencyKey.optional() });
export type ProveRefundWalletInput = z.infer<typeof proveRefundWalletInput>;

/** Names the wallet that refunds of a payment go to: its signature, the payer's password, and a code where the second factor is on. */
export const nameWalletInput = paymentIdInput.extend({
  message,
  signature,
  password: provingPassword,
  code: confirmSecondFactorInput.shape.code.optional(),
  idempotencyKey: idempotencyKey.optional(),
});
export type NameWalletInput = z.infer<typeof nameWalletInput>;
