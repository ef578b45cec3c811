import { setImmediate as nextTurn } from "node:timers/promises";
import { sameAddress } from "@hearth/chain/addresses";
import { type CardVerdict, cardSigner, cardWords, judgeCards } from "@hearth/chain/payee-card";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import type { CardJson, PayeeJson } from "@hearth/db/payee-of";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { payeeCardAlarmKey } from "@hearth/domain/operations/alarms";
import type { PayeeCard, SignedCard } from "@hearth/domain/payee-card";
import { formatMoment } from "@hearth/domain/moment";
import type { Deps } from "../../deps.ts";
import { inSlices } from "../../in-slices.ts";
import { clearAlarm, raiseAlarm } from "../alarms/alarms.repo.ts";
import { findCardedMerchant, findCardsAt } from "./payee-cards.repo.ts";
import type { PayeeCardsAtView } from "./payee-cards.view.ts";

export {
  type CardedMerchant,
  findCardedMerchant,
  findCardRow,
  findPayerNotice,
  holdCardedMerchants,
  insertPayeeCard,
  insertPayerNotice,
} from "./payee-cards.repo.ts";

/** Dependencies of a refusal. In a transaction that fails, the alarm is lost, and the next run of the job raises it. */
type RefusingDeps = CardDeps & { db: DatabaseOrTransaction };

type CardDeps = Pick<Deps, "clock"> & { network: { chainId: number; usdc: { address: string } } };

/** A merchant whose payee is judged by the merchant's cards. */
export interface Carded {
  merchantId: string;
  name: string;
  payee: PayeeJson;
}

/** The facts of a payment that its merchant's cards are compared with. */
export interface CardedPayment {
  payeeId: string;
  payeeAddress: `0x${string}`;
  createdAt: Date;
}

/** Verdicts that this process remembers. A chain of one card takes about a kilobyte. */
const mostRemembered = 5_000;
const remembered = new Map<string, CardVerdict>();

/** Returns a merchant's stored cards as the signed cards that a payer's device checks. */
export function signedCardsOf({ network }: Pick<CardDeps, "network">, merchantId: string, cards: readonly CardJson[]): SignedCard[] {
  const business = publicId("merchant", merchantId);
  return cards.map(({ address, signature, ...card }) => ({
    card: { business, chainId: network.chainId, token: network.usdc.address, wallet: address, ...card },
    signature,
  }));
}

/**
 * Judges an address by a merchant's cards, like a payer's device that knows nothing. Remembers the verdict on unchanged cards once no card
 * waits, so that a signature is recovered once for each process.
 */
async function judgeAddress(deps: CardDeps, merchantId: string, cards: readonly CardJson[], to: string): Promise<CardVerdict> {
  if (cards.length === 0) return { verdict: "none" };
  const key = JSON.stringify([merchantId, to, cards]);
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const { chainId, usdc } = deps.network;
  const now = deps.clock.now().getTime();
  const signed = signedCardsOf(deps, merchantId, cards);
  const verdict = await judgeCards({
    known: null,
    cards: signed,
    business: publicId("merchant", merchantId),
    chainId,
    token: usdc.address,
    to,
    now,
    signerOf: signerInSlices(),
  });
  if (cards.some(({ validFrom }) => Number(validFrom) * 1_000 > now)) return verdict;
  if (remembered.size >= mostRemembered)
    for (const oldest of [...remembered.keys()].slice(0, mostRemembered / 10)) remembered.delete(oldest);
  remembered.set(key, verdict);
  return verdict;
}

/** Signatures recovered in one turn of the event loop. Each takes a millisecond or more. */
const recoveredAtOnce = 5;

/** Returns a function that recovers the signers of one merchant's cards. Other requests are answered meanwhile. */
function signerInSlices(): typeof cardSigner {
  let recovered = 0;
  return async (signed) => {
    if (recovered > 0 && recovered % recoveredAtOnce === 0) await nextTurn();
    recovered += 1;
    return cardSigner(signed);
  };
}

/** The standing of a merchant's payee: `fine` also where the merchant has no card or no payee. */
export type PayeeStanding = { is: "fine"; card: PayeeCard | null } | { is: "waiting"; from: Date; card: PayeeCard } | { is: "refused" };

/** Compares a merchant's current payee with the newest card that counts. */
export async function judgePayee(deps: CardDeps, { merchantId, payee }: Omit<Carded, "name">): Promise<PayeeStanding> {
  const { address, cards } = payee;
  if (address === null) return { is: "fine", card: null };
  const verdict = await judgeAddress(deps, merchantId, cards, address);
  if (verdict.verdict === "none") return { is: "fine", card: null };
  if (verdict.verdict === "refused") return { is: "refused" };
  if (verdict.verdict === "waits") return { is: "waiting", from: new Date(verdict.from), card: verdict.card };
  return { is: "fine", card: verdict.card };
}

/** Payees judged in one turn of the event loop. Recovering a signature takes a millisecond or more. */
const judgedAtOnce = 5;

/** Judges the payees of several merchants, in their order. Other requests are answered meanwhile. */
export async function judgePayees(deps: CardDeps, merchants: readonly Omit<Carded, "name">[]): Promise<PayeeStanding[]> {
  const standings: PayeeStanding[] = [];
  for await (const slice of inSlices(merchants, judgedAtOnce))
    for (const merchant of slice) standings.push(await judgePayee(deps, merchant));
  return standings;
}

/** Returns the words of the card that names a merchant's current payee; null without such a card. */
export async function payeeWordsOf(deps: CardDeps, merchant: Omit<Carded, "name">): Promise<string | null> {
  return wordsOfStanding(await judgePayee(deps, merchant));
}

export function wordsOfStanding(standing: PayeeStanding): string | null {
  return standing.is === "fine" && standing.card !== null ? cardWords(standing.card) : null;
}

/** Reads the words of the card that names a merchant's current payee; null without such a card. One statement. */
export async function findPayeeWords(deps: CardDeps, db: DatabaseOrTransaction, merchantId: string): Promise<string | null> {
  const merchant = await findCardedMerchant(db, merchantId);
  return merchant && payeeWordsOf(deps, merchant);
}

/**
 * Requires that the current payee of a merchant is the one on its newest card that counts. Alerts the operators otherwise.
 * @throws HearthError PAYEE_NOT_ON_CARD, PAYEE_CARD_WAITS.
 */
export async function requirePayeeOnCard(deps: RefusingDeps, merchant: Carded): Promise<void> {
  const standing = await judgePayee(deps, merchant);
  if (standing.is === "fine") return;
  if (standing.is === "waiting") throw cardWaits(merchant.name, standing.from);
  throw await refuse(deps, merchant, merchant.payee.address);
}

/**
 * Requires that the payee of a payment is still its merchant's, by the merchant's cards. A payee that has been replaced since passes if one
 * of the cards names it, or if the payment is older than the first card. @throws HearthError PAYEE_NOT_ON_CARD, PAYEE_CARD_WAITS.
 */
export async function requirePaymentOnCard(deps: RefusingDeps, merchant: Carded, payment: CardedPayment): Promise<void> {
  const standing = await judgePayment(deps, merchant, payment);
  if (standing.is === "fine") return;
  if (standing.is === "waiting") throw cardWaits(merchant.name, standing.from);
  throw await refuse(deps, merchant, merchant.payee.address ?? payment.payeeAddress);
}

/** True where `requirePaymentOnCard` would not throw. Alerts the operators like it. */
export async function isPaymentOnCard(deps: RefusingDeps, merchant: Carded, payment: CardedPayment): Promise<boolean> {
  const standing = await judgePayment(deps, merchant, payment);
  if (standing.is === "refused") await refuse(deps, merchant, merchant.payee.address ?? payment.payeeAddress);
  return standing.is === "fine";
}

async function judgePayment(deps: CardDeps, merchant: Carded, payment: CardedPayment): Promise<PayeeStanding> {
  const { cards, id, address } = merchant.payee;
  const [first, newest] = [cards[0], cards.at(-1)];
  if (first === undefined || newest === undefined) return { is: "fine", card: null };
  if (payment.payeeId !== id || address === null) {
    const isSound = (await judgeAddress(deps, merchant.merchantId, cards, newest.address)).verdict !== "refused";
    const isOlder = payment.createdAt.getTime() < Number(first.validFrom) * 1_000;
    const isNamed = cards.some((card) => sameAddress(card.address, payment.payeeAddress));
    return isSound && (isOlder || isNamed) ? { is: "fine", card: null } : { is: "refused" };
  }
  return sameAddress(address, payment.payeeAddress) ? judgePayee(deps, merchant) : { is: "refused" };
}

function cardWaits(name: string, from: Date): HearthError {
  const message = `The payout wallet of ${name} changed without its old wallet's signature. Payments to it start again on ${formatMoment(from, "minute", "UTC")}.`;
  return new HearthError("PAYEE_CARD_WAITS", { message });
}

/** Raises the alarm about a merchant's payee and returns the error for the caller. */
async function refuse(deps: RefusingDeps, { merchantId, name }: Carded, address: string | null): Promise<HearthError> {
  const business = publicId("merchant", merchantId);
  const message = `Payments to ${name} (${business}) are refused: its signed payee card does not name the wallet ${address ?? "that a payment goes to"}.`;
  const alarm = { key: payeeCardAlarmKey(business), message, data: { business, address: address ?? "" } };
  await raiseAlarm(deps.db, { ...alarm, now: deps.clock.now() });
  return new HearthError("PAYEE_NOT_ON_CARD");
}

/** Reads the signed cards of the business that is paid at an address, or was last. Null without such a business. */
export async function readCardsAt(deps: Deps, address: string): Promise<PayeeCardsAtView> {
  const found = await findCardsAt(deps.db, address);
  if (found === null) return null;
  const { merchantId, name, cards } = found;
  return { business: { _id: publicId("merchant", merchantId), name }, cards: signedCardsOf(deps, merchantId, cards) };
}

/** Raises or clears the alarm about a merchant's payee. */
export async function checkPayee(deps: Deps, merchant: Carded): Promise<void> {
  if ((await judgePayee(deps, merchant)).is === "refused") await refuse(deps, merchant, merchant.payee.address);
  else await clearAlarm(deps.db, payeeCardAlarmKey(publicId("merchant", merchant.merchantId)), deps.clock.now());
}
