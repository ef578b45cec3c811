import { disputeMessages } from "@hearth/domain/disputes/inputs";
import { disputeResults } from "@hearth/domain/disputes/status";
import { limits } from "@hearth/domain/limits";
import { formatUsd, parseCents } from "@hearth/domain/money";
import { text } from "@hearth/domain/text";
import { z } from "zod";

/** The resolution form: a reason in any case, and for an approval how much is charged back, from nothing to all that was disputed. */
export function resolveSchema(disputedCents: number) {
  return z
    .object({
      result: z.enum(disputeResults, { error: "Please choose a result" }),
      chargebackAmount: z.string(),
      resultReason: text({ max: limits.reasonMaxLength, multiline: true, required: disputeMessages.resultReason }),
    })
    .superRefine(({ result, chargebackAmount }, context) => {
      if (result !== "chargedBack") return;
      const cents = parseCents(chargebackAmount.trim());
      const add = (message: string) => context.addIssue({ code: "custom", path: ["chargebackAmount"], message });
      if (cents === null) add(disputeMessages.chargeback);
      else if (cents > disputedCents) add(`At most ${formatUsd(disputedCents)}, the amount disputed`);
    });
}
