import { limits } from "@hearth/domain/limits";
import { partPaymentProblem } from "@hearth/domain/rent/part-payments";
import { paymentAmount } from "@hearth/domain/payments/inputs";
import { text } from "@hearth/domain/text";
import { z } from "zod";

/** Schema of the one-time payment form. Accepts an amount that ends in a decimal point, as it may while typing. */
export const oneTimeForm = z.object({
  amount: z
    .string()
    .transform((value): string | number => value.replace(/\.$/, ""))
    .pipe(paymentAmount),
  description: text({ max: limits.descriptionMaxLength }),
});

/**
 * Schema of the one-time payment form if bills must be paid whole. `sums` are the allowed amounts in cents; empty if partial payments are
 * allowed.
 */
export function wholeBillsForm(sums: readonly number[]) {
  return oneTimeForm.superRefine(({ amount }, context) => {
    const message = partPaymentProblem(amount, sums);
    if (message !== null) context.addIssue({ code: "custom", path: ["amount"], message });
  });
}

/** Returns the values typed so far, for the summary beside the form. `cents` is null while the amount is invalid. */
export function typedPayment({ amount, description = "" }: { amount: string; description?: string }) {
  return { cents: oneTimeForm.shape.amount.safeParse(amount).data ?? null, description: description.trim() };
}
