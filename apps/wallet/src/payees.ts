import type { Network } from "@hearth/chain/networks";
import { cardHash, cardWords, type CardVerdict, judgeCards } from "@hearth/chain/payee-card";
import type { PayeeCard, SignedCard } from "@hearth/domain/payee-card";
import { type KeptPayee, knownPart, openPayeeMemory, type PayeeMemory, type PayeeStorage } from "@hearth/domain/payee-memory";
import { askPayeeWords, type PayeeRefusal, refusedPayeeWords, waitingPayeeWords } from "@hearth/domain/payee-words";
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
  if (verdict.verdict === "refused") {
    const name = kept?.name ?? payee.name;
    const before = kept === null ? [] : [`Until now you paid ${name} at ${getAddress(kept.wallet)}, ${kept.words}.`];
    return refused(name, refusedPayeeWords(verdict.reason, name, getAddress(to)), before);
  }
  if (verdict.verdict !== "waits") return counting(verdict, cards, memory, to);
  const { from, card, keep } = verdict;
  const hasBegun = kept === null || kept.firstSeen[cardHash(card)] !== undefined;
  const begins = hasBegun ? null : "when you press the button below";
  return refused(card.name, waitingPayeeWords({ name: card.name, from, timeZone, begins }), [], () => {
    if (kept !== null && keep !== null) memory.keep({ ...kept, ...keep });
  });
}

type Counting = Extract<CardVerdict, { verdict: "first" | "same" | "agreed" | "waited" }>;

function counting({ verdict, card, keep }: Counting, cards: readonly SignedCard[], memory: PayeeMemory, to: string): Judged {
  const { business, name } = card;
  const words = cardWords(card);
  const isKnownName = memory.all().some((other) => other.business !== business && isSameName(other.name, name));
  const notes = verdict === "first" ? firstNotes(card, memory.canRemember(), isKnownName) : changeNotes[verdict](name);
  // The wait of a newer card begins with this payment, so its holder reads of the card now.
  const announced = cards.length > card.sequence ? [announcedNote(name)] : [];
  return { facts: factsOf(name, words, to), notes: [...notes, ...announced], kept: { ...keep, business, name, words } };
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

function announcedNote(name: string): string {
  return `${name} has announced a new wallet, and its wallet before did not sign for it. Your next payments may go there. If you did not expect this, call ${name}.`;
}

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

function refused(name: string, { heading, sentence }: PayeeRefusal, more: string[], keep = () => {}): RefusedPayee {
  return { refusal: { heading, sentences: [sentence, ...more, askPayeeWords(name)] }, keep };
}
