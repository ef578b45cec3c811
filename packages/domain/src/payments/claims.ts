import { z } from "zod";
import { limits } from "../limits.ts";
import { centsToUsdcUnits, parseWireAmount } from "../money.ts";
import { text } from "../text.ts";
import { idempotencyKey, paymentIdInput } from "./inputs.ts";
import type { PaymentStatus } from "./status.ts";

/** Statuses of a payer's claim: undecided, confirmed by attaching the transfer, refused with a reason, or withdrawn by the payer. */
export const claimStatuses = ["open", "confirmed", "refused", "withdrawn"] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

/** Returns why a payment cannot be claimed as paid, or null if it can. */
export function claimProblem({ status }: { status: PaymentStatus }): string | null {
  return status === "completed" ? "This payment is already completed" : null;
}

/** The payer's statements in a claim. */
interface ClaimedFacts {
  amountCents: number;
  /** A day, such as `2026-11-03`. */
  sentOn: string;
}

const dayMs = 24 * 60 * 60 * 1_000;

/** Compares a claim's amount and day with the transfer. The day may differ by one, because the payer's time zone is unknown. */
export function compareClaim({ amountCents, sentOn }: ClaimedFacts, transfer: { usdcUnits: bigint; blockTime: Date }) {
  const noon = Date.parse(`${sentOn}T12:00:00Z`);
  return {
    amount: centsToUsdcUnits(amountCents) === transfer.usdcUnits,
    day: Math.abs(transfer.blockTime.getTime() - noon) <= 1.5 * dayMs,
  };
}

const amountMessage = "Please enter the amount that you sent";
const maxCents = 100_000_000;

const claimedAmount = z.union([z.string().max(32), z.number()], { error: amountMessage }).transform((amount, context) => {
  const cents = parseWireAmount(amount);
  if (cents !== null && cents > 0 && cents <= maxCents) return cents;
  context.addIssue({ code: "custom", message: amountMessage });
  return z.NEVER;
});

const dayMessage = "Please enter the day on which you sent it";

/** The form of a claim: the transaction, and what the payer knows about it. */
export const claimForm = z.strictObject({
  transactionHash: z
    .string({ error: "Please enter the transaction's hash" })
    .max(200)
    .transform((typed) => typed.trim())
    .pipe(z.string().regex(/^0x[0-9a-fA-F]{64}$/, "Please enter the transaction's hash: 0x and 64 digits or letters from a to f")),
  /** In dollars when sent, in cents when parsed. */
  amount: claimedAmount,
  /** A day in the payer's calendar. */
  sentOn: z.iso.date({ error: dayMessage, abort: true }).refine((day) => day.startsWith("20"), dayMessage),
});

export const claimTransferInput = paymentIdInput.extend(claimForm.shape).extend({ idempotencyKey: idempotencyKey.optional() });
export type ClaimTransferInput = z.infer<typeof claimTransferInput>;

export const claimIdInput = z.strictObject({ claimId: z.string().max(64) });

/** Confirms a claim and attaches the transfer to the claimed payment. */
export const confirmClaimInput = claimIdInput.extend({ transferId: z.string().max(64), idempotencyKey: idempotencyKey.optional() });
export type ConfirmClaimInput = z.infer<typeof confirmClaimInput>;

/** The form for refusing a claim. The payer reads the reason. */
export const refuseClaimForm = z.strictObject({
  reason: text({ max: limits.reasonMaxLength, required: "Please provide a reason", multiline: true }),
});

/** Refuses a claim. */
export const refuseClaimInput = claimIdInput.extend(refuseClaimForm.shape).extend({ idempotencyKey: idempotencyKey.optional() });
export type RefuseClaimInput = z.infer<typeof refuseClaimInput>;
