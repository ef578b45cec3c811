import type { Network } from "@hearth/chain/networks";
import { cardHash, cardWords, judgeCards } from "@hearth/chain/payee-card";
import { type KeptPayee, knownPart, openPayeeMemory, type PayeeMemory } from "@hearth/domain/payee-memory";
import { askPayeeWords, type PayeeRefusal, refusedPayeeWords, waitingPayeeWords } from "@hearth/domain/payee-words";
import { type Payee, readPayees } from "../../lib/payees.ts";

const unreachable = "Hearth could not be reached, and nothing was signed. Please check your connection and try again.";

/**
 * Checks the businesses at these addresses by their signed cards, before another wallet than the passkey wallet is asked. That wallet's page
 * checks by itself. Returns a function that stores the cards that were paid to. @throws Error with a sentence for the payer.
 */
export async function checkPayees(network: Network, addresses: readonly string[]): Promise<() => void> {
  const memory = openPayeeMemory(() => localStorage, network.chainId);
  const payees = await readPayees(addresses).catch((cause: unknown) => {
    throw new Error(unreachable, { cause });
  });
  const paid: KeptPayee[] = [];
  for (const [to, payee] of payees) {
    const kept = payee === null ? null : await judge(payee, { to, network, memory });
    if (kept !== null) paid.push(kept);
  }
  return () => {
    for (const payee of paid) memory.keep(payee);
  };
}

interface Judging {
  to: string;
  network: Network;
  memory: PayeeMemory;
}

/** Returns the record to keep once this payee is paid, or null for a business without a card. */
async function judge({ business: { _id: business, name }, cards }: Payee, { to, network, memory }: Judging): Promise<KeptPayee | null> {
  const kept = memory.read(business);
  const known = kept === null ? null : knownPart(kept);
  const { chainId, usdc } = network;
  const now = Date.now();
  const verdict = await judgeCards({ known, cards, business, chainId, token: usdc.address, to, now });
  if (verdict.verdict === "none") return null;
  if (verdict.verdict === "refused") return refuse(kept?.name ?? name, refusedPayeeWords(verdict.reason, kept?.name ?? name, to));
  const { card, keep } = verdict;
  if (verdict.verdict !== "waits") {
    // Nobody has read yet of a card that waits, so its wait does not begin with this payment.
    const firstSeen = Object.fromEntries(
      cards.slice(0, card.sequence).map((one) => [cardHash(one.card), verdict.keep.firstSeen[cardHash(one.card)] ?? now]),
    );
    return { ...verdict.keep, firstSeen, business, name: card.name, words: cardWords(card) };
  }
  // The payer reads of the card now, so its wait begins.
  const begins = kept === null || kept.firstSeen[cardHash(card)] !== undefined ? null : "now";
  if (kept !== null && keep !== null) memory.keep({ ...kept, ...keep });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return refuse(card.name, waitingPayeeWords({ name: card.name, from: verdict.from, timeZone, begins }));
}

function refuse(name: string, { heading, sentence }: PayeeRefusal): never {
  throw new Error(`${heading}. ${sentence} ${askPayeeWords(name)}`);
}
