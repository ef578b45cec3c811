import type { Network } from "@hearth/chain/networks";
import { cardWords, type CardVerdict, judgeCards } from "@hearth/chain/payee-card";
import { type CardRefusal, cardWaitHours, type PayeeCard } from "@hearth/domain/payee-card";
import { type KeptPayee, knownPart, openPayeeMemory, type PayeeMemory, type PayeeStorage } from "@hearth/domain/payee-memory";
import type { Signable } from "@hearth/domain/passkey-wallet/messages";
import { getAddress } from "viem";
import type { Fact } from "./signing.ts";

type Transfer = Extract<Signable, { kind: "transfer" }>;

/** The payees of a request that may be signed. */
export interface JudgedPayees {
  /** For each item, the facts that say to whom it pays. Null for an item that pays nobody. */
  facts: (Fact[] | null)[];
  /** Sentences to read before the items. */
  notes: string[];
  /** Stores the cards that were paid to. Call it once the request is signed. */
  keep: () => void;
}

/** A payee to whom nothing is signed. */
export interface RefusedPayee {
  /** The heading and the paragraphs of the screen that says so. */
  refusal: { heading: string; sentences: string[] };
  /** Stores that the holder has seen a card that does not count yet. Its waiting time runs from the first sighting. */
  keep: () => void;
}

interface Judging {
  items: readonly Signable[];
  network: Network;
  storage: () => PayeeStorage;
  /** Milliseconds since 1970. */
  now: number;
  /** The reader's time zone (IANA). */
  timeZone: string;
}

/** Judges the payee of each transfer by the cards that came with it and by what this device keeps. One refused payee refuses the request. */
export async function judgePayees({ items, network, storage, now, timeZone }: Judging): Promise<JudgedPayees | RefusedPayee> {
  const memory = openPayeeMemory(storage, network.chainId);
  const judged = new Map<string, Judged>();
  const facts: (Fact[] | null)[] = [];
  for (const item of items) {
    if (item.kind !== "transfer") {
      facts.push(null);
      continue;
    }
    const key = JSON.stringify([item.to, item.payee]);
    const payee = judged.get(key) ?? (await judge(item, { memory, network, now, timeZone }));
    if ("refusal" in payee) return payee;
    judged.set(key, payee);
    facts.push(payee.facts);
  }
  const payees = [...judged.values()];
  return {
    facts,
    notes: [...new Set(payees.flatMap(({ notes }) => notes))],
    keep: () => {
      for (const { kept } of payees) if (kept !== null) memory.keep(kept);
    },
  };
}

interface Judged {
  facts: Fact[];
  notes: string[];
  kept: KeptPayee | null;
}

interface Keeper {
  memory: PayeeMemory;
  network: Network;
  now: number;
  timeZone: string;
}

async function judge({ to, payee }: Transfer, { memory, network, now, timeZone }: Keeper): Promise<Judged | RefusedPayee> {
  if (payee === undefined) return withoutCard(to, memory);
  const { business, cards } = payee;
  const kept = memory.read(business);
  const known = kept === null ? null : knownPart(kept);
  const verdict = await judgeCards({ known, cards, business, chainId: network.chainId, token: network.usdc.address, to, now });
  if (verdict.verdict === "none") return withoutCard(to, memory);
  if (verdict.verdict === "refused") return refused(refusalWords(verdict.reason, kept?.name ?? payee.name, to, kept));
  if (verdict.verdict !== "waits") return counting(verdict, memory, to);
  return refused(waitingWords(verdict, timeZone), () => {
    if (kept !== null && verdict.keep !== null) memory.keep({ ...kept, ...verdict.keep });
  });
}

type Counting = Extract<CardVerdict, { verdict: "first" | "same" | "agreed" | "waited" }>;

function counting({ verdict, card, keep }: Counting, memory: PayeeMemory, to: string): Judged {
  const { business, name } = card;
  const words = cardWords(card);
  const isKnownName = memory.all().some((other) => other.business !== business && isSameName(other.name, name));
  const notes = verdict === "first" ? firstNotes(card, memory.canRemember, isKnownName) : changeNotes[verdict](name);
  return { facts: factsOf(name, words, to), notes, kept: { ...keep, business, name, words } };
}

function firstNotes({ name }: PayeeCard, canRemember: boolean, isKnownName: boolean): string[] {
  const compare = "Compare these five words with your lease.";
  return [
    ...(isKnownName ? [`This is not the ${name} that you paid before from this device. Ask your landlord before you pay.`] : []),
    canRemember
      ? `You pay this business for the first time from this device. ${compare}`
      : `This browser stores nothing for your wallet, so it cannot tell if you paid this business before. ${compare}`,
  ];
}

const changeNotes: Record<Exclude<Counting["verdict"], "first">, (name: string) => string[]> = {
  same: () => [],
  agreed: (name) => [`${name} has new words since you last paid. Its wallet before signed the change.`],
  waited: (name) => [
    `${name} has a new wallet since you last paid, and its wallet before did not sign the change. Compare these five words with your lease.`,
  ],
};

/** Names an address that this device paid before. Says of any other address that no card names it, where this device knows businesses. */
function withoutCard(to: string, memory: PayeeMemory): Judged {
  const all = memory.all();
  const paid = all.find(({ wallet }) => wallet.toLowerCase() === to.toLowerCase());
  if (paid !== undefined) return { facts: factsOf(paid.name, paid.words, to), notes: [], kept: null };
  const names = all.map(({ name }) => name).slice(0, 3);
  const note = `This payment does not go to a business that you paid before from this device (${names.join(", ")}). Check the address.`;
  return { facts: [{ label: "To", value: getAddress(to) }], notes: names.length === 0 ? [] : [note], kept: null };
}

function factsOf(name: string, words: string, to: string): Fact[] {
  return [
    { label: "To", value: name },
    { label: "Five words", value: words },
    { label: "Address", value: getAddress(to) },
  ];
}

function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function refused(refusal: RefusedPayee["refusal"], keep = () => {}): RefusedPayee {
  return { refusal, keep };
}

const askFirst = (name: string) =>
  `Nothing was signed. Call ${name} on a phone number that you know, and ask to which wallet you should pay.`;

function refusalWords(reason: CardRefusal, name: string, to: string, kept: KeptPayee | null): RefusedPayee["refusal"] {
  const heading = `This is not the wallet of ${name}`;
  const before = kept === null ? [] : [`Until now you paid ${name} at ${getAddress(kept.wallet)}, ${kept.words}.`];
  return { heading, sentences: [reasons[reason](name, getAddress(to)), ...before, askFirst(name)] };
}

const reasons: Record<CardRefusal, (name: string, to: string) => string> = {
  otherAddress: (name, to) => `Hearth asked for a payment to ${to}. ${name} has not signed for this address.`,
  noCard: (name) => `Hearth showed nothing that ${name} has signed, although it did when you last paid.`,
  lowerSequence: (name) => `Hearth showed an older wallet of ${name} than the one that you paid.`,
  brokenChain: (name) => `Hearth showed another history of the wallets of ${name} than the one that you know.`,
  badSignature: (name) => `Hearth showed a wallet that ${name} has not signed for.`,
};

function waitingWords({ card, from, keep }: Extract<CardVerdict, { verdict: "waits" }>, timeZone: string): RefusedPayee["refusal"] {
  const { name } = card;
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone }).format(new Date(from));
  const wait =
    keep === null
      ? `Your wallet pays to the new one from ${day}.`
      : `Your wallet waits ${cardWaitHours} hours before it pays to the new one. The wait begins when you press the button below, and ends ${day}.`;
  return { heading: `${name} has a new wallet`, sentences: [`Its wallet before did not sign the change. ${wait}`, askFirst(name)] };
}
