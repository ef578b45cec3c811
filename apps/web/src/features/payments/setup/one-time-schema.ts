import { limits } from "@hearth/domain/limits";
import { partPaymentProblem } from "@hearth/domain/rent/part-payments";
import { paymentAmount } from "@hearth/domain/payments/inputs";
import { text } from "@hearth/domain/text";
import { z } from "zod";

/** What the form of a one-time payment holds. A point at the end of an amount, as it stands while typing, is no mistake. */
export const oneTimeForm = z.object({
  amount: z
    .string()
    .transform((value): string | number => value.replace(/\.$/, ""))
    .pipe(paymentAmount),
  description: text({ max: limits.descriptionMaxLength }),
});

/**
 * What the form of a one-time payment holds where bills are paid whole: `sums` are the amounts in cents that leave none paid in part, none where
 * parts may be paid.
 */
export function wholeBillsForm(sums: readonly number[]) {
  return oneTimeForm.superRefine(({ amount }, context) => {
    const message = partPaymentProblem(amount, sums);
    if (message !== null) context.addIssue({ code: "custom", path: ["amount"], message });
  });
}

/** What has been typed so far, as the page shows it beside the form; no cents while the amount is not valid. */
export function typedPayment({ amount, description = "" }: { amount: string; description?: string }) {
  return { cents: oneTimeForm.shape.amount.safeParse(amount).data ?? null, description: description.trim() };
}
