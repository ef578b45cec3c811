import { formatUsd } from "../money.ts";
import { dayName } from "../rent/periods.ts";
import type { WordsOf } from "./wording.ts";

/** What a landlord tells tenants about their lease. */
export const rentWords: WordsOf<"rentReminder" | "paymentPlaced"> = {
  paymentPlaced: ({ leaseId, merchant, place, amountCents, change }) => ({
    title:
      change === "given"
        ? `${merchant} put ${formatUsd(amountCents)} to ${place}`
        : `${merchant} took ${formatUsd(amountCents)} away from ${place}`,
    text: [
      change === "given"
        ? `A payment of ${formatUsd(amountCents)} counts for ${place} now, on the day on which it arrived.`
        : `A payment of ${formatUsd(amountCents)} does not count for ${place} any more. The payment itself stays as it is.`,
      "If you think that this is wrong, please ask them.",
    ],
    facts: [
      { label: "For", value: place },
      { label: "Amount", value: formatUsd(amountCents) },
    ],
    action: { label: "See what you owe", path: `/lease/${leaseId}` },
  }),
  rentReminder: ({ leaseId, merchant, place, amountCents, dueOn }) => ({
    title: `${merchant} reminds you of ${formatUsd(amountCents)}`,
    text: [
      `You owe ${formatUsd(amountCents)} for ${place}. The oldest part is due on ${dayName(dueOn)}.`,
      "If you have just paid, you do not need to do anything.",
    ],
    facts: [
      { label: "For", value: place },
      { label: "Open", value: formatUsd(amountCents) },
      { label: "Due", value: dayName(dueOn) },
    ],
    action: { label: "See what you owe", path: `/lease/${leaseId}` },
  }),
};
