import { disputeMessages } from "@hearth/domain/disputes/inputs";
import { type AmountAndLeft, disputableCents } from "@hearth/domain/disputes/rules";
import { disputeResults } from "@hearth/domain/disputes/status";
import { limits } from "@hearth/domain/limits";
import { formatUsd, parseCents } from "@hearth/domain/money";
import { text } from "@hearth/domain/text";
import { z } from "zod";

/**
 * Schema of the resolution form. A reason is always required. An approval also needs an amount, from 0 to the part of the disputed amount
 * that was not refunded.
 */
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

/** Hint with the maximum chargeback and its reason. */
export function chargebackHint(amounts: AmountAndLeft): string {
  const most = formatUsd(disputableCents(amounts));
  return amounts.leftCents < amounts.amountCents
    ? `At most ${most}: the rest of this payment has already been refunded`
    : `At most ${most}, the amount disputed`;
}
