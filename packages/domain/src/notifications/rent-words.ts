import { formatUsd } from "../money.ts";
import { dayName } from "../rent/periods.ts";
import type { WordsOf } from "./wording.ts";

/** What a landlord reminds tenants of. */
export const rentWords: WordsOf<"rentReminder"> = {
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
