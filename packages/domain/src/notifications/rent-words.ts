import { formatUsd } from "../money.ts";
import { wordingFor } from "../merchants/party-words.ts";
import { dayName } from "../rent/periods.ts";
import type { OwedBill } from "./events.ts";
import type { EventOf, Words, WordsOf } from "./wording.ts";

/** Notifications from landlords to tenants about their lease, and to the landlord about tenants who close their account. */
export const rentWords: WordsOf<"rentReminder" | "paymentPlaced" | "leaseChanged" | "tenantAccountClosed"> = {
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
        ...(event.tenant === undefined ? [] : [{ label: wordingFor(event.businessType)("Tenant"), value: event.tenant }]),
        ...(rentCents === null ? [] : [{ label: "Rent a month", value: formatUsd(rentCents) }]),
        ...(from === null ? [] : [{ label: "From", value: dayName(from) }]),
        ...(endsOn === null ? [] : [{ label: "Last day", value: dayName(endsOn) }]),
      ],
      action:
        change === "undone"
          ? { label: "See your dashboard", path: "/dashboard" }
          : {
              label: change === "leaving" ? wordingFor(event.businessType)("See your lease") : "See what you owe",
              path: `/lease/${leaseId}`,
            },
    };
  },
  tenantAccountClosed: ({ leaseId, businessType, place, tenant, hasMovedOut, deposit }) => {
    const reword = wordingFor(businessType);
    const held = deposit && {
      text: `You still hold ${formatUsd(deposit.cents)} of their deposit, and owe it as before. Write to ${deposit.email} about it, and give it back on the page below.`,
      facts: [
        { label: "Deposit held", value: formatUsd(deposit.cents) },
        { label: "Their email", value: deposit.email },
      ],
    };
    return {
      title: `${tenant} closed their account`,
      text: [
        hasMovedOut
          ? `${tenant} has moved out of ${place} and has no account any more.`
          : `${tenant} ${reword("is still a tenant of")} ${place}, but has no account any more: they get no reminders and cannot pay through Hearth.`,
        ...(held ? [held.text] : []),
        ...(hasMovedOut ? [] : [reword("Invite them again, or say when they move out. What they paid stays in the ledger.")]),
      ],
      facts: [{ label: reword("Tenant"), value: tenant }, { label: "For", value: place }, ...(held?.facts ?? [])],
      action: { label: reword("See the lease"), path: `/merchant/leases/${leaseId}` },
    };
  },
  rentReminder: ({ leaseId, merchant, ...owed }) => ({
    title: `${merchant} reminds you of ${formatUsd(owed.amountCents)}`,
    text: [owedSentence(owed), "If you have just paid, you do not need to do anything."],
    facts: owedFacts(owed),
    action: { label: "See what you owe", path: `/lease/${leaseId}` },
  }),
};

/** Says what a lease owes and since when. */
export function owedSentence({ place, amountCents, dueOn }: OwedBill): string {
  return `You owe ${formatUsd(amountCents)} for ${place}. The oldest part is due on ${dayName(dueOn)}.`;
}

/** The facts of what a lease owes. */
export function owedFacts({ place, amountCents, dueOn }: OwedBill) {
  return [
    { label: "For", value: place },
    { label: "Open", value: formatUsd(amountCents) },
    { label: "Due", value: dayName(dueOn) },
  ];
}

function changeWords({
  merchant,
  businessType,
  place,
  endsOn,
  from,
  change,
  tenant = "",
}: EventOf["leaseChanged"]): Pick<Words, "title" | "text"> {
  const reword = wordingFor(businessType);
  const ask = "If you think that this is wrong, please ask them.";
  const until = endsOn === null ? reword("The lease has no last day.") : reword(`The last day of the lease is ${dayName(endsOn)}.`);
  const since = from === null ? "" : ` from ${dayName(from)} on`;
  switch (change) {
    case "terms":
      return { title: `${merchant} changed your rent for ${place}`, text: [`You pay another rent${since}.`, ask] };
    case "renewed":
      return { title: `${merchant} ${reword("renewed your lease")} for ${place}`, text: [`${until} The new terms hold${since}.`, ask] };
    case "ends":
      return {
        title: `${reword("Your lease")} for ${place} ends on ${dayName(endsOn ?? "")}`,
        text: [`${merchant} set this day. Rent for days after it is not owed.`, ask],
      };
    case "goesOn":
      return {
        title: `${reword("Your lease")} for ${place} goes on`,
        text: [`${merchant} removed its last day. Rent for the days after it is owed again.`, ask],
      };
    case "tenantAdded":
      return {
        title: `${merchant} added ${tenant} to ${place}`,
        text: [`${tenant} ${reword("is a tenant of your lease now. You share its ledger and what it owes.")}`, ask],
      };
    case "tenantLeaves":
      return {
        title: `${tenant} moves out of ${place}`,
        text: [
          `${tenant} ${reword("is a tenant of your lease until")} ${dayName(endsOn ?? "")}. The rent stays the same for those who stay.`,
          ask,
        ],
      };
    case "tenantStays":
      return { title: `${tenant} stays in ${place}`, text: [`${tenant} ${reword("does not move out of your lease after all.")}`, ask] };
    case "added":
      return {
        title: `${merchant} added you to ${reword("the lease")} of ${place}`,
        text: [reword("You see what its tenants owe and have paid, and can pay it."), ask],
      };
    case "leaving":
      return {
        title: `${reword("Your lease")} of ${place} ends for you on ${dayName(endsOn ?? "")}`,
        text: [
          `${merchant} entered this as your last day. ${reword("After it you see nothing new of the lease; what you saw and paid until then stays yours.")}`,
          "Autopay does not pay what is due after that day.",
          ask,
        ],
      };
    case "staying":
      return { title: `You stay in ${place}`, text: [`${merchant} removed your last day. ${reword("The lease goes on for you.")}`, ask] };
    case "undone":
      return {
        title: `${merchant} took back ${reword("your lease")} for ${place}`,
        text: [reword("The lease was entered by mistake. You owe nothing under it."), ask],
      };
  }
}
