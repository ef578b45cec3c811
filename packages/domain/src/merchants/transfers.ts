import { z } from "zod";
import { limits } from "../limits.ts";
import { idempotencyKey } from "../payments/inputs.ts";
import { text } from "../text.ts";

const transferId = z.string().max(64);
/** Stored in the audit log with the person's name. */
const reason = text({ max: limits.reasonMaxLength, required: "Please provide a reason", multiline: true });

export const transferIdInput = z.strictObject({ transferId });

/** The form for a decision about a transfer. */
export const decisionForm = z.strictObject({ reason });

/** Assigns a transfer to a payment. */
export const attachTransferInput = z.strictObject({
  transferId,
  paymentId: z.string({ error: "Please choose a payment" }).min(1, "Please choose a payment").max(64),
  reason,
  idempotencyKey: idempotencyKey.optional(),
});
export type AttachTransferInput = z.infer<typeof attachTransferInput>;

/** Lists tenants that a transfer could be a payment of. */
export const creditableTenantsInput = z.strictObject({ transferId, search: text({ max: limits.searchMaxLength }).optional() });
export type CreditableTenantsInput = z.infer<typeof creditableTenantsInput>;

/** Counts a transfer as a tenant's payment for their lease. */
export const creditTenantInput = z.strictObject({
  transferId,
  tenantId: z.string({ error: "Please choose a tenant" }).min(1, "Please choose a tenant").max(64),
  reason,
  /** Also voids late fees that the money makes wrong because it arrived before them. */
  voidFees: z.boolean().default(false),
  idempotencyKey: idempotencyKey.optional(),
});
export type CreditTenantInput = z.infer<typeof creditTenantInput>;

/** Reverses that. The payment was opened for the transfer. */
export const undoTenantCreditInput = z.strictObject({ paymentId: z.string().max(64), reason, idempotencyKey: idempotencyKey.optional() });
export type UndoTenantCreditInput = z.infer<typeof undoTenantCreditInput>;

/** Removes a transfer from the payment that a person attached it to. */
export const detachTransferInput = z.strictObject({ transferId, reason });
export type DetachTransferInput = z.infer<typeof detachTransferInput>;

/** Marks a transfer as no payment. */
export const setTransferAsideInput = z.strictObject({ transferId, reason });
export type SetTransferAsideInput = z.infer<typeof setTransferAsideInput>;
