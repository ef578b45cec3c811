import { type ScheduledPaymentTrouble, affectsOneMonthOnly, type VoidReason } from "../autopay/scheduled-payments.ts";
import { wordingFor } from "../merchants/party-words.ts";
import { formatUsd } from "../money.ts";
import { dayName } from "../rent/periods.ts";
import { forFacts, type WordsOf } from "./wording.ts";

const action = { label: "See autopay", path: "/autopay" };

/** Obstacles to a scheduled payment, with advice for its payer. */
export const troubleWords: Record<ScheduledPaymentTrouble, string> = {
  balance: "Your wallet does not hold enough USDC. Please add some.",
  blacklisted: "Your wallet cannot send USDC. Please set up autopay with another one.",
  payeeBlacklisted: "The landlord's wallet cannot receive USDC at the moment. Please ask them about it.",
  paused: "The company behind USDC has stopped all transfers at the moment. You do not need to do anything.",
  used: "The signature was used or cancelled. Please sign again.",
  signature: "Your wallet no longer accepts the signature, perhaps because its keys have changed. Please sign again.",
  expired: "The grace period was over before it could be sent.",
  relay: "Payments cannot be sent for you at the moment. You do not need to do anything.",
  merchant: "The landlord is not accepting payments at the moment. Please ask them about it.",
  payer: "Your account is not active at the moment, so nothing is sent for you. Please contact support.",
  other: "It could not be sent.",
};

/** Reasons a scheduled payment became void. */
export const voidWords: Record<VoidReason, string> = {
  paid: "The bill is paid.",
  voided: "The landlord has voided the bill.",
  over: "The lease has ended.",
  amountChanged: "The amount of the bill has changed.",
  dueChanged: "The due date of the bill has changed.",
  payeeChanged: "The landlord's wallet has changed.",
  walletRemoved: "The wallet is no longer connected to your account.",
  leftLease: "You are no longer a tenant on this lease when this is due.",
  cancelled: "The signature was used or cancelled.",
  paymentCancelled: "You cancelled the payment.",
};

function facts({ merchant, place, amountCents, dueOn }: { merchant: string; place?: string; amountCents: number; dueOn: string }) {
  return [
    { label: "Paid to", value: merchant },
    ...forFacts(place),
    { label: "Amount", value: formatUsd(amountCents) },
    { label: "Due", value: dayName(dueOn) },
  ];
}

/** Notifications about autopay. */
export const autopayWords: WordsOf<"autopayComing" | "autopayTrouble" | "autopayVoid"> = {
  autopayComing: (event) => ({
    title: `Autopay will pay ${formatUsd(event.amountCents)} to ${event.merchant} on ${dayName(event.dueOn)}`,
    text: [
      `${formatUsd(event.amountCents)} will be paid from your wallet on ${dayName(event.dueOn)}. Keep enough money there.`,
      "Until then you can skip this month, or pause or stop autopay.",
    ],
    facts: facts(event),
    action,
  }),
  autopayTrouble: (event) => ({
    title:
      event.stage === "ahead"
        ? `Autopay to ${event.merchant} needs your attention`
        : event.stage === "trying"
          ? `Autopay could not pay ${formatUsd(event.amountCents)} to ${event.merchant} yet`
          : `Autopay did not pay ${formatUsd(event.amountCents)} to ${event.merchant}`,
    text: [
      wordingFor(event.businessType)(troubleWords[event.trouble]),
      event.stage === "ahead"
        ? `The payment is due on ${dayName(event.dueOn)}.`
        : event.stage === "trying"
          ? "We keep trying until the grace period is over. You can also pay it yourself."
          : "We will not try again. Please pay it yourself.",
    ],
    facts: facts(event),
    action,
  }),
  autopayVoid: (event) => ({
    title: `Autopay of ${formatUsd(event.amountCents)} to ${event.merchant} is off`,
    text: [
      wordingFor(event.businessType)(voidWords[event.reason]),
      affectsOneMonthOnly(event.reason)
        ? `Your signature for ${dayName(event.dueOn)} is deleted. If you still owe something, sign again or pay it yourself.`
        : `Your signature for ${dayName(event.dueOn)} is deleted, and so are any later ones that this affects. If you still owe something, sign again or pay it yourself.`,
    ],
    facts: facts(event),
    action,
  }),
};
