import { formatUsd } from "../money.ts";
import { forFacts, type WordsOf } from "./wording.ts";

function action(reader: "payer" | "merchant", disputeId: string) {
  return { label: "See the dispute", path: reader === "merchant" ? `/merchant/disputes/${disputeId}` : "/disputes" };
}

const decided = {
  chargedBack: {
    title: "was decided for the payer",
    payer: "The merchant has to send the money back; you do not need to do anything.",
    merchant: "Send the money back to the payer: the dispute's page leads you through it.",
  },
  denied: {
    title: "was denied",
    payer: "The payment stays as it is.",
    merchant: "The payment stays as it is; you do not need to do anything.",
  },
  cancelled: {
    title: "was cancelled",
    payer: "It can be reopened as long as the payment can be disputed.",
    merchant: "You do not need to do anything.",
  },
} as const;

/** Notifications about a dispute, for either side. */
export const disputeWords: WordsOf<"disputeFiled" | "disputeAnswered" | "disputeDecided"> = {
  disputeFiled: ({ code, payer, reason, amountCents, description, disputeId }) => ({
    title: `${payer} disputes ${formatUsd(amountCents)}`,
    text: [
      `${payer} has filed dispute ${code} about a payment to you.`,
      "Please answer: an administrator decides by what you write and attach.",
    ],
    facts: [{ label: "Disputed", value: formatUsd(amountCents) }, ...forFacts(description), { label: "Reason", value: reason }],
    action: { label: "Answer the dispute", path: `/merchant/disputes/${disputeId}` },
  }),
  disputeAnswered: ({ code, merchant, by, reader, description, disputeId }) => ({
    title: `An answer in dispute ${code}`,
    text: [
      by === "administrator"
        ? `An administrator has written in dispute ${code}.`
        : by === "merchant"
          ? `${merchant} has answered in dispute ${code}.`
          : `The payer has answered in dispute ${code}.`,
    ],
    facts: forFacts(description),
    action: action(reader, disputeId),
  }),
  disputeDecided: ({ code, outcome, reader, amountCents, merchant, description, disputeId }) => ({
    title: `Dispute ${code} ${decided[outcome].title}`,
    text: [`It was about ${formatUsd(amountCents)}${reader === "payer" ? ` paid to ${merchant}` : ""}. ${decided[outcome][reader]}`],
    facts: forFacts(description),
    action: action(reader, disputeId),
  }),
};
