import { centsToDecimal, formatUsd } from "../money.ts";
import { canSendAgain, sendFailureWords } from "../passkey-wallet/sends.ts";
import { forFacts, type WordsOf } from "./wording.ts";

type PaymentKind =
  | "paymentCompleted"
  | "paymentReceived"
  | "paymentShort"
  | "refundWalletAsked"
  | "refundOwed"
  | "refundSent"
  | "refundArrived"
  | "refundNotSent";

function historyOf(paymentId: string, label = "See the payment") {
  return { label, path: `/payment-history?payment=${paymentId}` };
}

/** Notifications about a payment and its refunds. */
export const paymentWords: WordsOf<PaymentKind> = {
  paymentCompleted: ({ merchant, amountCents, description, oddity, isCopy, paymentId }) => ({
    title: `You paid ${formatUsd(amountCents)} to ${merchant}`,
    text: [
      `Your payment of ${formatUsd(amountCents)} has reached ${merchant}. The receipt is attached.`,
      ...(isCopy === true ? [`${merchant} sent you this receipt again. You have paid once.`] : []),
      ...(oddity === "late"
        ? [
            "The money arrived after the checkout had ended. It still counts. If you paid a second time in between, ask the merchant to refund one.",
          ]
        : []),
      ...(oddity === "over"
        ? ["You sent more than the payment was for. All of it reached the merchant, who can send the extra back. Contact them."]
        : []),
    ],
    facts: [
      { label: "Paid to", value: merchant },
      ...forFacts(description),
      { label: "Amount", value: `${formatUsd(amountCents)} (${centsToDecimal(amountCents)} USDC)` },
      { label: "Payment ID", value: paymentId },
    ],
    action: historyOf(paymentId),
  }),
  paymentReceived: ({ payer, amountCents, description, oddity, paymentId }) => ({
    title: `${payer} paid ${formatUsd(amountCents)}`,
    text: [
      oddity === "none"
        ? "The money is in your wallet."
        : oddity === "late"
          ? "The money is in your wallet. It arrived after the checkout had ended."
          : "The money is in your wallet. It is more than the payment was for.",
    ],
    facts: forFacts(description),
    action: { label: "See your transactions", path: `/merchant/transactions?transaction=${paymentId}` },
  }),
  paymentShort: ({ merchant, amountCents, description, arrivedUsdc, missingUsdc, paymentId }) => ({
    title: `${missingUsdc} USDC of your payment to ${merchant} is missing`,
    text: [
      `${arrivedUsdc} USDC of ${formatUsd(amountCents)} has reached ${merchant}, so the payment is not complete yet.`,
      'Open the payment and press "Pay what is missing". Your money is safe meanwhile: it counts as soon as you pay the rest.',
    ],
    facts: [
      ...forFacts(description),
      { label: "Arrived", value: `${arrivedUsdc} USDC` },
      { label: "Missing", value: `${missingUsdc} USDC` },
    ],
    action: historyOf(paymentId, "Pay what is missing"),
  }),
  refundWalletAsked: ({ merchant, amountCents, description, paymentId }) => ({
    title: `Where should ${formatUsd(amountCents)} go?`,
    text: [
      `${merchant} wants to refund ${formatUsd(amountCents)} to you and asks which wallet to send it to.`,
      "Connect your wallet in your payment history and sign once: it costs nothing and moves nothing. No one ever needs your secret phrase.",
      `Nothing is lost meanwhile: ${merchant} keeps the money for you, and nothing is sent before you have proven a wallet.`,
    ],
    facts: forFacts(description),
    action: { label: "Prove a wallet", path: `/payment-history?payment=${paymentId}&step=wallet` },
  }),
  refundOwed: ({ merchant, amountCents, description, code, paymentId }) => ({
    title: `${merchant} owes you ${formatUsd(amountCents)}`,
    text: [
      `Your dispute ${code} was decided in your favor: ${merchant} has to send ${formatUsd(amountCents)} back to you.`,
      "You do not need to do anything. We will email you when the money has arrived.",
    ],
    facts: forFacts(description),
    action: historyOf(paymentId),
  }),
  refundSent: ({ merchant, amountCents, description, paymentId }) => ({
    title: `A refund of ${formatUsd(amountCents)} is on its way`,
    text: [`${merchant} has sent ${formatUsd(amountCents)} back to you. It counts as soon as the network has confirmed it.`],
    facts: forFacts(description),
    action: historyOf(paymentId),
  }),
  refundArrived: ({ merchant, amountCents, description, paymentId }) => ({
    title: `Your refund of ${formatUsd(amountCents)} has arrived`,
    text: [`${formatUsd(amountCents)} from ${merchant} is back in your wallet.`],
    facts: forFacts(description),
    action: historyOf(paymentId),
  }),
  refundNotSent: ({ usdc, to, failure, paymentId, transferId, description }) => {
    const isAgain = canSendAgain(failure);
    const text = [sendFailureWords(failure), paymentId === undefined ? sendBackSteps(isAgain) : refundSteps(isAgain)] as const;
    return {
      title: paymentId === undefined ? `$${usdc} was not sent back` : `Your refund of $${usdc} was not sent`,
      text,
      listText: text.join(" "),
      facts: [...forFacts(description), { label: "Amount", value: `$${usdc}` }, { label: "To", value: to }],
      action:
        paymentId === undefined
          ? { label: "See the transfer", path: `/merchant/transactions/unmatched?transfer=${transferId}` }
          : { label: "See the refund", path: `/merchant/transactions?transaction=${paymentId}` },
    };
  },
};

function refundSteps(isAgain: boolean): string {
  return isAgain
    ? "Open the payment and send the refund again, or cancel it there. It stays open until you do one of them."
    : "Open the payment and cancel the refund. Then agree with the payer on another wallet.";
}

function sendBackSteps(isAgain: boolean): string {
  return isAgain
    ? "Open the transfer and send it back again, or cancel that there. It stays open until you do one of them."
    : "Open the transfer and cancel sending it back. Then use it for a payment, or contact the person who sent it.";
}
