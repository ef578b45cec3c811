import { limits } from "@hearth/domain/limits";
import { partPaymentProblem, wholeBillSums } from "@hearth/domain/rent/part-payments";
import { paymentAmount } from "@hearth/domain/payments/inputs";
import { text } from "@hearth/domain/text";
import { z } from "zod";
import { finishAmountText } from "../../../ui/amount-entry.tsx";
import { openBills, type OwnLease, type PayChoice } from "./pay-choices.ts";

/** Schema of the one-time payment form. Accepts the same amounts as the API. */
export const oneTimeForm = z.object({
  amount: z
    .string()
    .transform((value): string | number => value)
    .pipe(paymentAmount),
  description: text({ max: limits.descriptionMaxLength }),
});

/**
 * Schema of the form that pays a lease, if any. Where bills are paid whole it refuses a part of one, and takes the offered amounts, which
 * pay whole bills in another order.
 */
export function paymentForm(lease: OwnLease | undefined, choices: readonly PayChoice[]) {
  const sums = lease?.partPayments === false ? wholeBillSums(openBills(lease)) : [];
  return oneTimeForm.superRefine(({ amount }, context) => {
    const message = choices.some(({ cents }) => cents === amount) ? null : partPaymentProblem(amount, sums);
    if (message !== null) context.addIssue({ code: "custom", path: ["amount"], message });
  });
}

/** Returns the values typed so far, for the summary beside the form. `cents` is null while the amount is invalid. */
export function typedPayment({ amount, description = "" }: { amount: string; description?: string }) {
  return { cents: oneTimeForm.shape.amount.safeParse(finishAmountText(amount)).data ?? null, description: description.trim() };
}
