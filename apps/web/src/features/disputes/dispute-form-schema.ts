import { disputeAmount, disputeMessages } from "@hearth/domain/disputes/inputs";
import { limits } from "@hearth/domain/limits";
import { formatUsd } from "@hearth/domain/money";
import { text } from "@hearth/domain/text";
import { z } from "zod";

const longText = { max: limits.reasonMaxLength, multiline: true } as const;

/** What the form of a dispute holds, for a payment of that many cents. A point at the end of an amount is no mistake while typing. */
export function disputeForm(paymentCents: number) {
  return z.object({
    reason: text({ ...longText, required: disputeMessages.reason }),
    amount: z
      .string()
      .transform((value): string | number => value.replace(/\.$/, ""))
      .pipe(disputeAmount)
      .refine((cents) => cents <= paymentCents, `The disputed amount can be at most ${formatUsd(paymentCents)}`),
    description: text(longText),
  });
}
