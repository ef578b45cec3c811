import { limits } from "@hearth/domain/limits";
import { amountMessages, parseCents } from "@hearth/domain/money";
import { z } from "zod";

/**
 * What the form of a recurring payment holds. Any positive amount of whole cents is one that could recur; what a single payment may be is
 * asked after that. A point at the end, as it stands while typing, is no mistake.
 */
export const recurringForm = z.object({
  amount: z.string().transform((value, context) => {
    const cents = parseCents(value.replace(/\.$/, ""));
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
