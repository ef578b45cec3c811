import { type AmountAndLeft, atMostSentence, disputableCents } from "@hearth/domain/disputes/rules";
import { disputeAmount, disputeMessages } from "@hearth/domain/disputes/inputs";
import { limits } from "@hearth/domain/limits";
import { text } from "@hearth/domain/text";
import { z } from "zod";

const longText = { max: limits.reasonMaxLength, multiline: true } as const;

/** Schema of the dispute form. Accepts an amount that ends in a decimal point, as it may while typing. */
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
