import { disputeMessages } from "@hearth/domain/disputes/inputs";
import { type AmountAndLeft, disputableCents } from "@hearth/domain/disputes/rules";
import { disputeResults } from "@hearth/domain/disputes/status";
import { limits } from "@hearth/domain/limits";
import { formatUsd, parseCents } from "@hearth/domain/money";
import { text } from "@hearth/domain/text";
import { z } from "zod";

/** The resolution form: a reason in any case, and for an approval how much is charged back, from nothing to all that was disputed and can still go back. */
export function resolveSchema(amounts: AmountAndLeft) {
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
      else if (cents > disputableCents(amounts)) add(chargebackHint(amounts));
    });
}

/** How much can be charged back, and why so much. */
export function chargebackHint(amounts: AmountAndLeft): string {
  const most = formatUsd(disputableCents(amounts));
  return amounts.leftCents < amounts.amountCents
    ? `At most ${most}: the rest of this payment has already gone back`
    : `At most ${most}, the amount disputed`;
}
