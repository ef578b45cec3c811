import { parseAddress, sameAddress } from "@hearth/chain/addresses";
import { cardHash, cardSigner, cardWords } from "@hearth/chain/payee-card";
import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import type { PayeeCardInput, SignPayeeCardInput } from "@hearth/domain/merchants/business";
import { cardWaitHours, maxPayeeCards, type PayeeCard } from "@hearth/domain/payee-card";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { requireOpenSession } from "../../auth/sessions/sessions.service.ts";
import { holdMerchant } from "../../businesses/merchants.service.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import {
  type CardedMerchant,
  findCardedMerchant,
  findCardRow,
  findPayerNotice,
  insertPayeeCard,
  insertPayerNotice,
  judgePayee,
  signedCardsOf,
} from "../../businesses/payee-cards.ts";
import { findWalletOfKind, readAddress } from "../../wallet/wallet.service.ts";
import type { PayeeCardView } from "./payee-card.view.ts";

const hourMs = 3_600_000;
const zeroHash = `0x${"0".repeat(64)}` as const;

/** Dependencies of everything about cards that calls nobody. */
type CardDeps = Pick<Deps, "clock" | "network">;

/**
 * Reads the newest payee card of the user's business, and the next one to sign: for the present payout wallet, or for the wallet that the
 * input names. @throws HearthError NOT_FOUND, VALIDATION.
 */
export async function readPayeeCard(deps: Deps, actor: Actor, input: PayeeCardInput): Promise<PayeeCardView> {
  const { id, ownerUserId } = await requireOwnMerchant(deps, actor);
  const merchant = await findCardedMerchant(deps.db, id);
  if (merchant === null) throw new HearthError("NOT_FOUND");
  const { payee, name } = merchant;
  const newest = signedCardsOf(deps, id, payee.cards).at(-1)?.card ?? null;
  const newestWallet = payee.cards.at(-1)?.address ?? null;
  const row = newest && (await findCardRow(deps.db, id, newest.sequence));
  const present =
    newest && row
      ? {
          words: cardWords(newest),
          name: newest.name,
          wallet: newest.wallet,
          sequence: newest.sequence,
          signedAt: row.createdAt.toISOString(),
          validFrom: row.validFrom.toISOString(),
          isAgreed: row.isAgreed,
        }
      : null;
  const shown = (state: PayeeCardView["state"], next: PayeeCard | null = null): PayeeCardView => ({
    state,
    present,
    next,
    signers: [newest?.wallet, next?.wallet].flatMap((address) => parseAddress(address ?? "") ?? []),
  });
  if (input.walletAddress !== undefined) {
    const wallet = readAddress(input.walletAddress, "walletAddress");
    return shown("moved", nextCard(deps, merchant, wallet, deps.clock.now()));
  }
  if (payee.address === null) return shown("noWallet");
  if (payee.cards.length >= maxPayeeCards) return shown("full");
  const standing = await judgePayee(deps, { merchantId: id, payee });
  if (newest !== null && newestWallet !== null && sameAddress(newestWallet, payee.address)) {
    if (newest.name !== name) return shown("renamed", nextCard(deps, merchant, payee.address, deps.clock.now()));
    return shown(standing.is === "waiting" ? "waiting" : "signed");
  }
  const exchange = await findWalletOfKind(deps.db, ownerUserId, "exchange");
  if (exchange !== null && sameAddress(exchange, payee.address)) return shown("exchange");
  const aloneFrom = await aloneCounts(deps, deps.db, merchant);
  if (aloneFrom === null) return shown("notifying");
  return shown(newest === null ? "unsigned" : "moved", nextCard(deps, merchant, payee.address, aloneFrom));
}

/**
 * Stores the payee card that the user's business signed for its present payout wallet. Storing the same card again does nothing.
 *
 * @throws HearthError UNAUTHENTICATED where the session ended meanwhile, MERCHANT_WALLET_MISSING. CONFLICT where the card is not the next one
 * any more, or counts too early. WALLET_PROOF_INVALID where another wallet signed it.
 */
export async function signPayeeCard(deps: Deps, origin: CallOrigin, actor: Actor, input: SignPayeeCardInput): Promise<PayeeCardView> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  await deps.db.transaction(async (tx) => {
    await requireOpenSession(tx, actor);
    await holdMerchant(tx, merchantId);
    const merchant = await findCardedMerchant(tx, merchantId);
    const wallet = merchant?.payee.address ?? null;
    if (merchant === null || wallet === null) throw new HearthError("MERCHANT_WALLET_MISSING");
    const stored = signedCardsOf(deps, merchantId, merchant.payee.cards).at(-1)?.card;
    if (stored !== undefined && cardHash(stored) === hashOf(input.card)) return;
    await storeCard(deps, tx, { merchant, wallet, signed: input, actorId: actor.userId, origin });
  });
  return readPayeeCard(deps, actor, {});
}

/** A signed card to be stored for a wallet. */
interface CardToStore {
  /** As it is in this transaction, which holds the merchant. */
  merchant: CardedMerchant;
  wallet: `0x${string}`;
  signed: SignPayeeCardInput;
  actorId: string;
  origin: CallOrigin | null;
}

/** Stores a merchant's next card. Requires the merchant's lock. @throws HearthError as `signPayeeCard` does. */
async function storeCard(deps: CardDeps, tx: Transaction, { merchant, wallet, signed, actorId, origin }: CardToStore): Promise<boolean> {
  const now = deps.clock.now();
  const { merchantId, payee, name } = merchant;
  const expected = nextCard(deps, merchant, wallet, now);
  const card = { ...expected, validFrom: signed.card.validFrom };
  if (payee.cards.length >= maxPayeeCards || hashOf(signed.card) !== cardHash(card)) throw outdated();
  const signature = `0x${signed.signature.slice(2).toLowerCase()}` as const;
  const signer = await cardSigner({ card, signature });
  const before = payee.cards.at(-1);
  const isAgreed = signer !== null && (before === undefined ? sameAddress(signer, wallet) : await canAgree(deps, merchant, signer));
  if (!isAgreed && (signer === null || !sameAddress(signer, wallet))) throw new HearthError("WALLET_PROOF_INVALID", { message: notItsKey });
  const aloneFrom = isAgreed ? now : await aloneCounts(deps, tx, merchant);
  const validFrom = new Date(Number(card.validFrom) * 1_000);
  const earliest = Math.max(aloneFrom?.getTime() ?? Infinity, now.getTime() - hourMs);
  const isTooEarly = validFrom.getTime() < (isAgreed ? now.getTime() - hourMs : earliest);
  if (isTooEarly || validFrom.getTime() > now.getTime() + (cardWaitHours + 24) * hourMs) throw outdated();
  const hash = cardHash(card);
  await insertPayeeCard(tx, {
    merchantId,
    sequence: card.sequence,
    hash,
    previousHash: before === undefined ? zeroHash : newestHash(deps, merchant),
    name,
    address: wallet,
    validFrom,
    signature,
    isAgreed,
    createdAt: now,
    createdBy: actorId,
  });
  const data = {
    walletAddress: wallet,
    name,
    words: cardWords(card),
    sequence: card.sequence,
    signedBy: isAgreed ? "the wallet before" : "the new wallet alone",
  };
  const entry = { at: now, actorId, action: "merchant.payeeCardSigned" as const, subject: publicId("merchant", merchantId) };
  await insertAuditEntry(tx, origin, { ...entry, data });
  return isAgreed;
}

/** True where a signer is the wallet of the newest card, or of the newest card that counts. */
async function canAgree(deps: CardDeps, { merchantId, payee }: CardedMerchant, signer: `0x${string}`): Promise<boolean> {
  const newest = payee.cards.at(-1);
  if (newest !== undefined && sameAddress(newest.address, signer)) return true;
  return (await judgePayee(deps, { merchantId, payee: { ...payee, address: signer } })).is === "fine";
}

/**
 * Returns the time from which a card may count that only the present payout wallet signs: at once for a first card and for the wallet of the
 * newest card that counts, otherwise 72 hours after every payer was notified. Null while the notice is being sent.
 */
async function aloneCounts(
  deps: CardDeps,
  db: Parameters<typeof findPayerNotice>[0],
  { merchantId, payee }: CardedMerchant,
): Promise<Date | null> {
  const now = deps.clock.now();
  if ((await judgePayee(deps, { merchantId, payee })).is === "fine" || payee.id === null) return now;
  const finishedAt = (await findPayerNotice(db, payee.id))?.finishedAt ?? null;
  return finishedAt && new Date(Math.max(now.getTime(), finishedAt.getTime() + cardWaitHours * hourMs));
}

/** Returns the merchant's next card, unsigned. */
function nextCard(deps: CardDeps, merchant: CardedMerchant, wallet: string, validFrom: Date): PayeeCard {
  return {
    business: publicId("merchant", merchant.merchantId),
    name: merchant.name,
    chainId: deps.network.chainId,
    token: deps.network.usdc.address,
    wallet,
    validFrom: String(Math.ceil(validFrom.getTime() / 1_000)),
    previous: newestHash(deps, merchant),
    sequence: merchant.payee.cards.length + 1,
  };
}

function newestHash(deps: CardDeps, { merchantId, payee }: CardedMerchant): `0x${string}` {
  const newest = signedCardsOf(deps, merchantId, payee.cards).at(-1);
  return newest === undefined ? zeroHash : cardHash(newest.card);
}

/** Returns a card's hash, or null for a card that cannot be hashed, such as one with a number that is too large. */
function hashOf(card: PayeeCard): string | null {
  try {
    return cardHash(card);
  } catch {
    return null;
  }
}

/**
 * Stores the card that comes with a change of the payout wallet that the present wallet signed. Does nothing for a business without a card
 * that names the present wallet. Requires the merchant's lock. @throws HearthError VALIDATION without a card, and as `signPayeeCard` does.
 */
export async function agreeToCard(
  deps: CardDeps,
  tx: Transaction,
  move: { merchantId: string; address: `0x${string}`; payeeCard: SignPayeeCardInput | null; actorId: string; origin: CallOrigin | null },
): Promise<void> {
  const { merchantId, address: wallet, payeeCard: signed, ...by } = move;
  const merchant = await findCardedMerchant(tx, merchantId);
  if (merchant === null) return;
  const standing = await judgePayee(deps, merchant);
  if (standing.is !== "fine" || standing.card === null) return;
  if (signed === null) throw new HearthError("VALIDATION", { message: needsCard, fields: { payeeCard: needsCard } });
  if (!(await storeCard(deps, tx, { merchant, wallet, signed, ...by })))
    throw new HearthError("WALLET_PROOF_INVALID", { message: notItsKey });
}

/**
 * Queues the notice to every payer where a business's new payee is not the one on its card. Call it in the transaction of the change.
 * @throws HearthError CONFLICT for an address that can never sign a card.
 */
export async function followPayeeChange(
  deps: CardDeps,
  tx: Transaction,
  { merchantId, payeeId, canSign }: { merchantId: string; payeeId: string; canSign: boolean },
): Promise<void> {
  const merchant = await findCardedMerchant(tx, merchantId);
  if (merchant === null || (await judgePayee(deps, merchant)).is === "fine") return;
  if (!canSign) throw new HearthError("CONFLICT", { message: exchangeNeedsAgreement, fields: { walletAddress: exchangeNeedsAgreement } });
  await insertPayerNotice(tx, { merchantId, payeeId, createdAt: deps.clock.now() });
}

const notItsKey = "Only the key of the payout wallet can sign this card. Contract wallets and exchange addresses have no payee card.";
const needsCard = "Your business has a payee card. Please sign the next one with your present wallet too.";
const exchangeNeedsAgreement =
  "Your business has a payee card, and an exchange address cannot sign one. Please confirm this change with your present wallet.";

function outdated(): HearthError {
  return new HearthError("CONFLICT", { message: "Your payee card has changed since. Please look at it and sign again." });
}
