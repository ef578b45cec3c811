import { z } from "zod";
import { limits } from "../limits.ts";
import { text } from "../text.ts";

/** Where a business stands with the administrators: nobody has looked, one has to before it is paid, one has, or one has said no. */
export const reviewStates = ["unreviewed", "held", "approved", "refused"] as const;
export type ReviewState = (typeof reviewStates)[number];

/** The state that a business's row is in. */
export function reviewStateOf(facts: { heldAt: Date | null; reviewedAt: Date | null; refusalReason: string | null }): ReviewState {
  if (facts.heldAt !== null) return "held";
  if (facts.reviewedAt === null) return "unreviewed";
  return facts.refusalReason === null ? "approved" : "refused";
}

const merchantId = z.string().max(64);
const reason = text({ max: limits.reasonMaxLength, required: "Please say why", multiline: true });

/** An administrator has looked at a business and found it to be what it says. */
export const approveMerchantInput = z.strictObject({ merchantId });

/** An administrator has looked at a business and says no; its owner reads why. */
export const refuseMerchantInput = z.strictObject({ merchantId, reason });
export type RefuseMerchantInput = z.infer<typeof refuseMerchantInput>;

/** What the form asks for. */
export const refuseMerchantForm = z.object({ reason });
