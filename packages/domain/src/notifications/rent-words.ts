import { formatUsd } from "../money.ts";
import { wordsFor } from "../merchants/party-words.ts";
import { dayName } from "../rent/periods.ts";
import type { EventOf, Words, WordsOf } from "./wording.ts";

/** What a landlord tells tenants about their lease. */
export const rentWords: WordsOf<"rentReminder" | "paymentPlaced" | "leaseChanged"> = {
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
  leaseChanged: (event) => {
    const { leaseId, place, endsOn, from, rentCents, change } = event;
    return {
      ...changeWords(event),
      facts: [
        { label: "For", value: place },
        ...(rentCents === null ? [] : [{ label: "Rent a month", value: formatUsd(rentCents) }]),
        ...(from === null ? [] : [{ label: "From", value: dayName(from) }]),
        ...(endsOn === null ? [] : [{ label: "Last day", value: dayName(endsOn) }]),
      ],
      action:
        change === "undone"
          ? { label: "See your dashboard", path: "/dashboard" }
          : { label: "See what you owe", path: `/lease/${leaseId}` },
    };
  },
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

function changeWords({ merchant, businessType, place, endsOn, from, change }: EventOf["leaseChanged"]): Pick<Words, "title" | "text"> {
  const say = wordsFor(businessType);
  const ask = "If you think that this is wrong, please ask them.";
  const until = endsOn === null ? say("The lease has no last day.") : say(`The last day of the lease is ${dayName(endsOn)}.`);
  const since = from === null ? "" : ` from ${dayName(from)} on`;
  switch (change) {
    case "terms":
      return { title: `${merchant} changed your rent for ${place}`, text: [`You pay another rent${since}.`, ask] };
    case "renewed":
      return { title: `${merchant} ${say("renewed your lease")} for ${place}`, text: [`${until} The new terms hold${since}.`, ask] };
    case "ends":
      return {
        title: `${say("Your lease")} for ${place} ends on ${dayName(endsOn ?? "")}`,
        text: [`${merchant} set this day. Rent for days after it is not owed.`, ask],
      };
    case "goesOn":
      return {
        title: `${say("Your lease")} for ${place} goes on`,
        text: [`${merchant} removed its last day. Rent for the days after it is owed again.`, ask],
      };
    case "undone":
      return {
        title: `${merchant} took back ${say("your lease")} for ${place}`,
        text: [say("The lease was entered by mistake. You owe nothing under it."), ask],
      };
  }
}
