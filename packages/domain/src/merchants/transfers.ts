import { z } from "zod";
import { limits } from "../limits.ts";
import { idempotencyKey } from "../payments/inputs.ts";
import { text } from "../text.ts";

const transferId = z.string().max(64);
/** Written to the audit log with who said it. */
const reason = text({ max: limits.reasonMaxLength, required: "Please provide a reason", multiline: true });

export const transferIdInput = z.strictObject({ transferId });

/** What the form of a decision about a transfer holds. */
export const decisionForm = z.strictObject({ reason });

/** Says which payment a transfer is for. */
export const attachTransferInput = z.strictObject({
  transferId,
  paymentId: z.string({ error: "Please choose a payment" }).min(1, "Please choose a payment").max(64),
  reason,
  idempotencyKey: idempotencyKey.optional(),
});
export type AttachTransferInput = z.infer<typeof attachTransferInput>;

/** Takes a transfer from the payment that a person attached it to. */
export const detachTransferInput = z.strictObject({ transferId, reason });
export type DetachTransferInput = z.infer<typeof detachTransferInput>;

/** Says that a transfer is no payment. */
export const setTransferAsideInput = z.strictObject({ transferId, reason });
export type SetTransferAsideInput = z.infer<typeof setTransferAsideInput>;
