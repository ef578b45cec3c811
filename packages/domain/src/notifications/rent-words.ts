import { formatUsd } from "../money.ts";
import { dayName } from "../rent/periods.ts";
import type { WordsOf } from "./wording.ts";

/** What a landlord reminds tenants of. */
export const rentWords: WordsOf<"rentReminder"> = {
  rentReminder: ({ leaseId, merchant, place, amountCents, dueOn }) => ({
    title: `${merchant} reminds you of ${formatUsd(amountCents)}`,
    text: [
      `${formatUsd(amountCents)} is open for ${place}. The oldest of it is due on ${dayName(dueOn)}.`,
      "If you have just paid, you do not need to do anything.",
    ],
    facts: [
      { label: "For", value: place },
      { label: "Open", value: formatUsd(amountCents) },
      { label: "Due", value: dayName(dueOn) },
    ],
    action: { label: "See what is open", path: `/lease/${leaseId}` },
  }),
};
