import { formatUsd } from "../money.ts";
import { dayName } from "../rent/periods.ts";
import { payeeFact } from "./rent-words.ts";
import type { WordsOf } from "./wording.ts";

/** The notification of a payment request. Its reader may have no account. */
export const requestWords: WordsOf<"paymentRequested"> = {
  paymentRequested: ({ merchant, amountCents, description, dueOn, reference, isReminder, payeeWords }) => ({
    title: `${isReminder ? "Reminder: " : ""}${merchant} requests ${formatUsd(amountCents)}`,
    text: [
      `${merchant} sent you a bill of ${formatUsd(amountCents)} for ${description}. It is due on ${dayName(dueOn)}.`,
      "Review the bill before you pay it. If you do not know the sender, you do not need to do anything: nothing is taken from you unless you pay it.",
    ],
    facts: [
      { label: "For", value: description },
      { label: "Amount", value: formatUsd(amountCents) },
      { label: "Due", value: dayName(dueOn) },
      ...payeeFact(payeeWords),
    ],
    action: { label: "See the bill", path: `/bill/${reference}` },
    sender: merchant,
  }),
};
