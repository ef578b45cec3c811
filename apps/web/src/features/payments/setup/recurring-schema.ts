import { limits } from "@hearth/domain/limits";
import { amountMessages, parseCents } from "@hearth/domain/money";
import { z } from "zod";

/** Schema of the recurring payment form. First checks for a positive amount in whole cents, then for the limits of a single payment. */
export const recurringForm = z.object({
  amount: z.string().transform((value, context) => {
    const cents = parseCents(value);
    const problem = cents === null || cents <= 0 ? "Please enter a valid positive amount." : limitProblem(cents);
    if (cents !== null && problem === null) return cents;
    context.addIssue({ code: "custom", message: problem ?? amountMessages.invalid });
    return z.NEVER;
  }),
});

function limitProblem(cents: number): string | null {
  if (cents < limits.paymentMinCents) return amountMessages.tooSmall;
  return cents > limits.paymentMaxCents ? amountMessages.tooLarge : null;
}
