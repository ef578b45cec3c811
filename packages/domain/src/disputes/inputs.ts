import { z } from "zod";
import { dateRangeShape } from "../date-range.ts";
import { limits } from "../limits.ts";
import { parseWireAmount } from "../money.ts";
import { idempotencyKey } from "../payments/inputs.ts";
import { orderedPageShape, pageShape } from "../page.ts";
import { text } from "../text.ts";
import { disputeResults, disputeStatuses } from "./status.ts";

/** The specified messages of the dispute forms. */
export const disputeMessages = {
  reason: "Dispute reason is required",
  amount: "Valid dispute amount is required",
  resultReason: "Please provide a reason for the resolution",
  chargeback: "Please enter a valid chargeback amount",
  comment: "Please write a response",
} as const;

const longText = { max: limits.reasonMaxLength, multiline: true } as const;

/** Parses dollars, typed or sent, into whole cents above 0. The server checks the amount against the payment. */
export const disputeAmount = z.union([z.string().max(32), z.number()], { error: disputeMessages.amount }).transform((amount, context) => {
  const cents = parseWireAmount(amount);
  if (cents !== null && cents > 0) return cents;
  context.addIssue({ code: "custom", message: disputeMessages.amount });
  return z.NEVER;
});

const chargebackAmount = z.union([z.string().max(32), z.number()], { error: disputeMessages.chargeback }).transform((amount, context) => {
  const cents = parseWireAmount(amount);
  if (cents !== null) return cents;
  context.addIssue({ code: "custom", message: disputeMessages.chargeback });
  return z.NEVER;
});

const reason = text({ ...longText, required: disputeMessages.reason });
const description = text(longText);
const key = { idempotencyKey: idempotencyKey.optional() };

/** A dispute that a payer files. Its documents are sent in the same request, outside this input. */
export const fileDisputeInput = z.strictObject({
  paymentId: z.string({ error: "Please choose a payment" }).max(64),
  reason,
  amount: disputeAmount,
  description: description.optional(),
  ...key,
});
export type FileDisputeInput = z.infer<typeof fileDisputeInput>;

/** A dispute that an administrator files for a payer. */
export const fileForPayerInput = z.strictObject({
  transactionId: z.string({ error: "No transaction ID provided" }).max(64),
  reason,
  amount: disputeAmount,
  notes: description.optional(),
  ...key,
});
export type FileForPayerInput = z.infer<typeof fileForPayerInput>;

/** A dispute by its public id, or by the short code that people read out to each other. */
export const disputeIdInput = z.strictObject({ disputeId: z.string().max(64) });
export const cancelDisputeInput = disputeIdInput.extend(key);

/** Changes that a payer may make while the dispute is open. New documents are added to the existing ones. */
export const updateDisputeInput = disputeIdInput.extend({
  reason: reason.optional(),
  amount: disputeAmount.optional(),
  description: description.optional(),
  ...key,
});
export type UpdateDisputeInput = z.infer<typeof updateDisputeInput>;
/** Reopening can include changes. */
export const reopenDisputeInput = updateDisputeInput;

export const commentInput = disputeIdInput.extend({ comment: text({ ...longText, required: disputeMessages.comment }), ...key });
export type CommentInput = z.infer<typeof commentInput>;

/** An administrator's decision. Only an approval has a chargeback amount. */
export const closeDisputeInput = disputeIdInput
  .extend({
    result: z.enum(disputeResults, { error: "Please choose a result" }),
    resultReason: text({ ...longText, required: disputeMessages.resultReason }),
    chargebackAmount: chargebackAmount.optional(),
    ...key,
  })
  .superRefine(({ result, chargebackAmount: cents }, context) => {
    const add = (message: string) => context.addIssue({ code: "custom", path: ["chargebackAmount"], message });
    if (result === "chargedBack" && cents === undefined) add(disputeMessages.chargeback);
    if (result === "denied" && cents !== undefined && cents > 0) add("A denied dispute has no chargeback");
  });
export type CloseDisputeInput = z.infer<typeof closeDisputeInput>;

export const disputeDocumentInput = disputeIdInput.extend({ documentId: z.string().max(64) });
export const disputesOfPaymentInput = z.strictObject({ paymentId: z.string().max(64) });

/** A page of disputes, filtered by status and filing date. */
export const listDisputesInput = z.strictObject({
  status: z.enum(["all", ...disputeStatuses]).default("all"),
  ...dateRangeShape,
  ...pageShape,
});
export type ListDisputesInput = z.infer<typeof listDisputesInput>;

/** A page of a merchant's disputes, also searched by payer, reason or code, or only those whose refund is still owed. */
export const listOwnDisputesInput = listDisputesInput.extend({
  ...orderedPageShape,
  search: text({ max: 200 }).optional(),
  owed: z.literal(true).optional(),
});
export type ListOwnDisputesInput = z.infer<typeof listOwnDisputesInput>;

/** A page of the administrators' list, also filtered by merchant or payer, and searched by email, merchant name or any id. */
export const searchDisputesInput = listDisputesInput.extend({
  ...orderedPageShape,
  merchantId: z.string().max(64).optional(),
  userId: z.string().max(64).optional(),
  search: text({ max: 200 }).optional(),
});
export type SearchDisputesInput = z.infer<typeof searchDisputesInput>;
