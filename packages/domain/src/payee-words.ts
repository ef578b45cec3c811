import { type CardRefusal, cardWaitHours } from "./payee-card.ts";

/** Why nothing is signed for a payee: a heading, and one sentence that says what was wrong. */
export interface PayeeRefusal {
  heading: string;
  sentence: string;
}

/** Returns the words for a payment to an address that the business's cards do not name. */
export function refusedPayeeWords(reason: CardRefusal, name: string, to: string): PayeeRefusal {
  return { heading: `This is not the wallet of ${name}`, sentence: reasons[reason](name, to) };
}

const reasons: Record<CardRefusal, (name: string, to: string) => string> = {
  otherAddress: (name, to) => `Hearth asked for a payment to ${to}. ${name} has not signed for this address.`,
  noCard: (name) => `Hearth showed nothing that ${name} has signed, although it did when you last paid.`,
  lowerSequence: (name) => `Hearth showed an older wallet of ${name} than the one that you paid.`,
  brokenChain: (name) => `Hearth showed another history of the wallets of ${name} than the one that you know.`,
  badSignature: (name) => `Hearth showed a wallet that ${name} has not signed for.`,
};

interface Waiting {
  name: string;
  /** The time from which the new wallet is paid, in milliseconds since 1970. */
  from: number;
  /** The reader's time zone (IANA). */
  timeZone: string;
  /** The act that begins the wait. Null where it has begun, or where the business is not known. */
  begins: string | null;
}

/** Returns the words for a new wallet of a business, for which the wallet before did not sign. */
export function waitingPayeeWords({ name, from, timeZone, begins }: Waiting): PayeeRefusal {
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone }).format(new Date(from));
  const wait =
    begins === null ? `You can pay to the new one from ${day}.` : `The wait of ${cardWaitHours} hours begins ${begins}, and ends ${day}.`;
  return { heading: `${name} has a new wallet`, sentence: `Its wallet before did not sign the change. ${wait}` };
}

/** Returns the advice that belongs to each refusal. */
export function askPayeeWords(name: string): string {
  return `Nothing was signed. Call ${name} on a phone number that you know, and ask to which wallet you should pay.`;
}
