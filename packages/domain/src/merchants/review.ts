import { z } from "zod";
import { limits } from "../limits.ts";
import { text } from "../text.ts";

/** States of a business's review by administrators: not reviewed, held back from payments until reviewed, approved, or refused. */
export const reviewStates = ["unreviewed", "held", "approved", "refused"] as const;
export type ReviewState = (typeof reviewStates)[number];

/** Derives the review state from a business's row. */
export function reviewStateOf(facts: { heldAt: Date | null; reviewedAt: Date | null; refusalReason: string | null }): ReviewState {
  if (facts.heldAt !== null) return "held";
  if (facts.reviewedAt === null) return "unreviewed";
  return facts.refusalReason === null ? "approved" : "refused";
}

const merchantId = z.string().max(64);
const reason = text({ max: limits.reasonMaxLength, required: "Enter a reason", multiline: true });

/** Approves a business after an administrator's review. */
export const approveMerchantInput = z.strictObject({ merchantId });

/** Refuses a business after an administrator's review. Its owner reads the reason. */
export const refuseMerchantInput = z.strictObject({ merchantId, reason });
export type RefuseMerchantInput = z.infer<typeof refuseMerchantInput>;

export const refuseMerchantForm = z.object({ reason });
