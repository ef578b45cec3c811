import { type AmountAndLeft, atMostSentence, disputableCents } from "@hearth/domain/disputes/rules";
import { disputeAmount, disputeMessages } from "@hearth/domain/disputes/inputs";
import { limits } from "@hearth/domain/limits";
import { text } from "@hearth/domain/text";
import { z } from "zod";

const longText = { max: limits.reasonMaxLength, multiline: true } as const;

/** What the form of a dispute about a payment holds. A point at the end of an amount is no mistake while typing. */
export function disputeForm(amounts: AmountAndLeft) {
  return z.object({
    reason: text({ ...longText, required: disputeMessages.reason }),
    amount: z
      .string()
      .transform((value): string | number => value.replace(/\.$/, ""))
      .pipe(disputeAmount)
      .refine((cents) => cents <= disputableCents(amounts), atMostSentence("disputed amount", amounts)),
    description: text(longText),
  });
}
