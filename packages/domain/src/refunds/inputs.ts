import { z } from "zod";
import { provingPassword } from "../auth/inputs.ts";
import { confirmSecondFactorInput } from "../auth/second-factor.ts";
import { parseWireAmount } from "../money.ts";
import { idempotencyKey, paymentIdInput } from "../payments/inputs.ts";
import { sendFromWalletInput } from "../passkey-wallet/inputs.ts";
import { proveWalletInput } from "../wallet/inputs.ts";

const amountMessage = "Please enter a valid amount";

/** Parses dollars, typed or sent, into whole cents above 0. The server checks how much may be refunded. */
export const refundAmount = z.union([z.string().max(32), z.number()], { error: amountMessage }).transform((amount, context) => {
  const cents = parseWireAmount(amount);
  if (cents !== null && cents > 0) return cents;
  context.addIssue({ code: "custom", message: amountMessage });
  return z.NEVER;
});

/** Begins the full refund that an approved dispute is owed. */
export const refundDisputeInput = z.strictObject({ disputeId: z.string().max(64), idempotencyKey: idempotencyKey.optional() });
export type RefundDisputeInput = z.infer<typeof refundDisputeInput>;

const ofPayment = { paymentId: z.string().max(64), amount: refundAmount, idempotencyKey: idempotencyKey.optional() };

/**
 * Begins a voluntary refund of a completed payment or part of it. The payment's unused money goes back first, then its share of the charge
 * `chargeId`. Without `chargeId`, that is the charge due last. Deposits are returned with `giveBackInput`.
 */
export const refundPaymentInput = z.strictObject({ ...ofPayment, chargeId: z.string().max(64).optional() });
export type RefundPaymentInput = z.infer<typeof refundPaymentInput>;

/** Begins to return the whole amount of an unmatched transfer to its sender. */
export const sendBackInput = z.strictObject({ transferId: z.string().max(64), idempotencyKey: idempotencyKey.optional() });
export type SendBackInput = z.infer<typeof sendBackInput>;

export const refundIdInput = z.strictObject({ refundId: z.string().max(64) });

const { validBefore, signature: authorization } = sendFromWalletInput.shape;

/** Sends an open refund from the passkey wallet that signed it (EIP-3009). `validBefore` is in Unix seconds; the server knows the rest. */
export const sendRefundInput = refundIdInput.extend({ validBefore, signature: authorization });
export type SendRefundInput = z.infer<typeof sendRefundInput>;

/** Asks the payer to name a wallet for a refund of this amount. */
export const askPayerInput = z.strictObject(ofPayment);

const { message, signature } = proveWalletInput.shape;

/** Proves by signature a wallet that the merchant sends refunds from. */
export const proveRefundWalletInput = z.strictObject({ message, signature, idempotencyKey: idempotencyKey.optional() });
export type ProveRefundWalletInput = z.infer<typeof proveRefundWalletInput>;

/** Names the wallet for a payment's refunds. Needs its signature, the payer's password if they have one, and a code if two-step sign-in is on. */
export const nameWalletInput = paymentIdInput.extend({
  message,
  signature,
  password: provingPassword.optional(),
  code: confirmSecondFactorInput.shape.code.optional(),
  idempotencyKey: idempotencyKey.optional(),
});
export type NameWalletInput = z.infer<typeof nameWalletInput>;
