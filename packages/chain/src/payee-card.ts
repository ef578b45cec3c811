import {
  type CardRefusal,
  cardWaitHours,
  type KnownPayee,
  maxPayeeCards,
  type PayeeCard,
  type SignedCard,
} from "@hearth/domain/payee-card";
import { type Address, type Hex, hashTypedData, isAddress, isAddressEqual, isHex, recoverTypedDataAddress, zeroHash } from "viem";
import { english } from "viem/accounts";

const cardType = [
  { name: "business", type: "string" },
  { name: "name", type: "string" },
  { name: "wallet", type: "address" },
  { name: "token", type: "address" },
  { name: "validFrom", type: "uint64" },
  { name: "previous", type: "bytes32" },
  { name: "sequence", type: "uint32" },
] as const;

/** Returns a card as the typed data that a wallet signs (EIP-712). The domain's name separates it from anything else. */
export function cardTypedData({ chainId, business, name, wallet, token, validFrom, previous, sequence }: PayeeCard) {
  return {
    domain: { name: "Hearth payee card", version: "1", chainId },
    types: { PayeeCard: cardType },
    primaryType: "PayeeCard",
    message: {
      business,
      name,
      wallet: asAddress(wallet),
      token: asAddress(token),
      validFrom: BigInt(validFrom),
      previous: asHex(previous),
      sequence,
    },
  } as const;
}

/** Returns the EIP-712 hash of a card. */
export function cardHash(card: PayeeCard): Hex {
  return hashTypedData(cardTypedData(card));
}

/** Returns five words for a card, from the first 55 bits of its hash: `amber-river-…`. People compare them. */
export function cardWords(card: PayeeCard): string {
  const bits = BigInt(cardHash(card)) >> 201n;
  return [44n, 33n, 22n, 11n, 0n].map((shift) => english[Number((bits >> shift) & 2_047n)]).join("-");
}

/** Returns the address whose key signed a card, or null for an unreadable signature. */
export async function cardSigner({ card, signature }: SignedCard): Promise<Address | null> {
  if (!isHex(signature) || signature.length !== 132) return null;
  return recoverTypedDataAddress({ ...cardTypedData(card), signature }).catch(() => null);
}

/** The facts of a payment to a business, and everything that is known of its cards. */
export interface CardsToJudge {
  /** The keeper's record of the business, or null where it keeps none. */
  known: KnownPayee | null;
  /** The cards of the business in order, from the first one. */
  cards: readonly SignedCard[];
  /** The public id of the business. */
  business: string;
  /** The network's chain and its USDC. */
  chainId: number;
  token: string;
  /** The address that the payment goes to. */
  to: string;
  /** The keeper's clock, in milliseconds since 1970. */
  now: number;
  waitHours?: number;
  /** Recovers the signer of a card. Callers that judge the same cards often pass a cached one. */
  signerOf?: (card: SignedCard) => Promise<Address | null>;
}

/**
 * A verdict on a payment. `keep` is the keeper's new record, to be stored after a payment was signed, and also after `waits`.
 *
 * - `none`: nothing is known of the business, and it has no card.
 * - `first`: nothing was known of the business. The payment goes to its newest card that counts.
 * - `same`: the known card is the newest one that counts.
 * - `agreed`: a newer card counts, and the wallet of a card that counted signed each newer one.
 * - `waited`: a newer card counts. Only its own wallet signed one of the newer cards, and the wait of that card is over.
 * - `waits`: the payment goes to the wallet of a card that does not count before `from`, in milliseconds since 1970.
 */
export type CardVerdict =
  | { verdict: "none" }
  | { verdict: "first" | "same" | "agreed" | "waited"; card: PayeeCard; keep: KnownPayee }
  | { verdict: "waits"; card: PayeeCard; from: number; keep: KnownPayee | null }
  | { verdict: "refused"; reason: CardRefusal };

/**
 * Judges a payment to a business by the business's signed cards and the keeper's record. A card counts at once if the wallet of the newest
 * card that counts, or of the card before, signed it. A card that only its own wallet signed counts from `validFrom`. For a keeper that
 * knows the business, such a card also waits for `waitHours` after the keeper first saw it. The cards after a waiting card wait with it,
 * unless the wallet that still counts signed them.
 */
export async function judgeCards(facts: CardsToJudge): Promise<CardVerdict> {
  const { known, cards, to, now, waitHours = cardWaitHours, signerOf = cardSigner } = facts;
  const newest = cards.at(-1);
  if (newest === undefined) return known === null ? { verdict: "none" } : refused("noCard");
  const hashes = cards.map(({ card }) => cardHash(card));
  if (!isChain(facts, hashes)) return refused("brokenChain");
  if (known !== null && newest.card.sequence < known.sequence) return refused("lowerSequence");
  if (known !== null && hashes[known.sequence - 1] !== known.hash) return refused("brokenChain");

  const firstSeen = Object.fromEntries(hashes.map((hash) => [hash, known?.firstSeen[hash] ?? now]));
  let counting = cards[(known?.sequence ?? 1) - 1]?.card;
  let before = known === null ? undefined : counting;
  let waiting: { card: PayeeCard; from: number } | null = null;
  let hasWaited = false;
  for (const signed of cards.slice(known?.sequence ?? 0)) {
    const { card } = signed;
    const signer = await signerOf(signed);
    const isAgreed = isOneOf(signer, before?.wallet, counting?.wallet);
    if (!isAgreed && !isOneOf(signer, card.wallet)) return refused("badSignature");
    const ownWaitEnds = isAgreed ? 0 : waitEnds(card, known === null ? null : (firstSeen[cardHash(card)] ?? now), waitHours);
    const from: number = isOneOf(signer, counting?.wallet) ? 0 : Math.max(waiting?.from ?? 0, ownWaitEnds);
    waiting = from > now ? { card, from } : null;
    if (waiting === null) {
      counting = card;
      hasWaited ||= !isAgreed;
    }
    before = card;
  }
  if (counting === undefined) return refused("brokenChain");

  const keep = { hash: cardHash(counting), sequence: counting.sequence, wallet: counting.wallet, firstSeen };
  if (isSame(to, counting.wallet)) {
    if (known === null) return { verdict: "first", card: counting, keep };
    if (known.hash === keep.hash) return { verdict: "same", card: counting, keep };
    return { verdict: hasWaited ? "waited" : "agreed", card: counting, keep };
  }
  if (waiting !== null && isSame(to, waiting.card.wallet))
    return { verdict: "waits", ...waiting, keep: known === null ? null : { ...known, firstSeen } };
  return refused("otherAddress");
}

/** Returns the time from which a card counts that only its own wallet signed. `seen` is null for a keeper that does not know the business. */
function waitEnds(card: PayeeCard, seen: number | null, waitHours: number): number {
  return Math.max(Number(card.validFrom) * 1_000, seen === null ? 0 : seen + waitHours * 3_600_000);
}

/** True where the cards are of one business on one chain, count from 1, and each names the hash of the card before. */
function isChain({ cards, business, chainId, token }: CardsToJudge, hashes: readonly Hex[]): boolean {
  if (cards.length > maxPayeeCards) return false;
  return cards.every(
    ({ card }, index) =>
      card.business === business &&
      card.chainId === chainId &&
      isSame(card.token, token) &&
      card.sequence === index + 1 &&
      card.previous === (hashes[index - 1] ?? zeroHash),
  );
}

function refused(reason: CardRefusal): CardVerdict {
  return { verdict: "refused", reason };
}

function isOneOf(signer: Address | null, ...wallets: (string | undefined)[]): boolean {
  return signer !== null && wallets.some((wallet) => wallet !== undefined && isSame(wallet, signer));
}

function isSame(one: string, other: string): boolean {
  return isAddressEqual(asAddress(one), asAddress(other));
}

/** @throws Error for anything else than an address. The shapes of the domain let no other text pass. */
function asAddress(text: string): Address {
  if (!isAddress(text, { strict: false })) throw new Error("not an address");
  return text;
}

function asHex(text: string): Hex {
  if (!isHex(text)) throw new Error("not hexadecimal");
  return text;
}
