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
        ? `${merchant} applied ${formatUsd(amountCents)} to ${place}`
        : `${merchant} removed ${formatUsd(amountCents)} from ${place}`,
    text: [
      {
        given: `A payment of ${formatUsd(amountCents)} now counts for ${place}, on the day it arrived.`,
        away: `A payment of ${formatUsd(amountCents)} no longer counts for ${place}. The payment itself does not change.`,
        undone: `They had recorded ${formatUsd(amountCents)} that they received as your payment for ${place}. They now say that it was not, so it no longer counts.`,
      }[change],
      "If you think this is wrong, contact them.",
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
        ...(rentCents === null ? [] : [{ label: "Monthly rent", value: formatUsd(rentCents) }]),
        ...(from === null ? [] : [{ label: "From", value: dayName(from) }]),
        ...(endsOn === null ? [] : [{ label: "End date", value: dayName(endsOn) }]),
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
      text: `You still hold ${formatUsd(deposit.cents)} of their deposit, and still owe it to them. Write to ${deposit.email} about it, and return it on the page below.`,
      facts: [
        { label: "Deposit held", value: formatUsd(deposit.cents) },
        { label: "Their email", value: deposit.email },
      ],
    };
    return {
      title: `${tenant} closed their account`,
      text: [
        hasMovedOut
          ? `${tenant} has moved out of ${place} and no longer has an account.`
          : `${tenant} ${reword("is still a tenant of")} ${place}, but no longer has an account. They get no reminders and cannot pay through Hearth.`,
        ...(held ? [held.text] : []),
        ...(hasMovedOut ? [] : [reword("Invite them again, or enter their move-out date. What they paid stays in the ledger.")]),
      ],
      facts: [{ label: reword("Tenant"), value: tenant }, { label: "For", value: place }, ...(held?.facts ?? [])],
      action: { label: reword("See the lease"), path: `/merchant/leases/${leaseId}` },
    };
  },
  rentReminder: ({ leaseId, merchant, payeeWords, ...owed }) => ({
    title: `Reminder: ${formatUsd(owed.amountCents)} due to ${merchant}`,
    text: [owedSentence(owed), "If you have just paid, you do not need to do anything."],
    facts: [...owedFacts(owed), ...payeeFact(payeeWords)],
    action: { label: "See what you owe", path: `/lease/${leaseId}` },
  }),
};

/** Says what a lease owes and since when. */
export function owedSentence({ place, amountCents, dueOn }: OwedBill): string {
  return `You owe ${formatUsd(amountCents)} for ${place}. The earliest due date is ${dayName(dueOn)}.`;
}

/** The facts of what a lease owes. */
export function owedFacts({ place, amountCents, dueOn }: OwedBill) {
  return [
    { label: "For", value: place },
    { label: "Balance", value: formatUsd(amountCents) },
    { label: "Due", value: dayName(dueOn) },
  ];
}

/** The fact by which a payer recognizes the payee card. None for a business without one. */
export function payeeFact(payeeWords: string | undefined) {
  return payeeWords === undefined ? [] : [{ label: "Payee card", value: payeeWords }];
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
  const ask = "If you think this is wrong, contact them.";
  const until = endsOn === null ? reword("The lease is now month-to-month.") : reword(`The lease ends on ${dayName(endsOn)}.`);
  const since = from === null ? "" : ` starting ${dayName(from)}`;
  switch (change) {
    case "terms":
      return { title: `${merchant} changed your rent for ${place}`, text: [`Your rent changes${since}.`, ask] };
    case "renewed":
      return { title: `${merchant} ${reword("renewed your lease")} for ${place}`, text: [`${until} The new terms apply${since}.`, ask] };
    case "ends":
      return {
        title: `${reword("Your lease")} for ${place} ends on ${dayName(endsOn ?? "")}`,
        text: [`${merchant} set this date. You do not owe rent for days after it.`, ask],
      };
    case "goesOn":
      return {
        title: `${reword("Your lease")} for ${place} continues`,
        text: [`${merchant} removed its end date. Rent after that date is owed again.`, ask],
      };
    case "tenantAdded":
      return {
        title: `${merchant} added ${tenant} to ${place}`,
        text: [`${tenant} ${reword("is now a tenant on your lease. You share its ledger and its balance.")}`, ask],
      };
    case "tenantLeaves":
      return {
        title: `${tenant} is moving out of ${place}`,
        text: [
          `${tenant} ${reword("is a tenant on your lease until")} ${dayName(endsOn ?? "")}. The rent stays the same for those who stay.`,
          ask,
        ],
      };
    case "tenantStays":
      return { title: `${tenant} is staying in ${place}`, text: [`${tenant} ${reword("is staying on your lease.")}`, ask] };
    case "added":
      return {
        title: `${merchant} added you to ${reword("the lease")} of ${place}`,
        text: [reword("You can see what is owed and paid, and pay it."), ask],
      };
    case "leaving":
      return {
        title: `${reword("Your lease")} of ${place} ends for you on ${dayName(endsOn ?? "")}`,
        text: [
          `${merchant} entered this as your move-out date. ${reword("After it you see nothing new on the lease. You keep what you saw and paid until then.")}`,
          "Autopay does not pay what is due after that day.",
          ask,
        ],
      };
    case "staying":
      return {
        title: `You are staying in ${place}`,
        text: [`${merchant} removed your move-out date. ${reword("Your lease continues.")}`, ask],
      };
    case "undone":
      return {
        title: `${merchant} cancelled ${reword("your lease")} for ${place}`,
        text: [reword("The lease was entered by mistake. You owe nothing on it."), ask],
      };
  }
}
