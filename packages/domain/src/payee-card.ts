import { z } from "zod/mini";

/** Hours that a card waits which the wallet before it did not sign. In this time the business and its payers can object. */
export const cardWaitHours = 72;

/** Cards that a business signs at most. Every payer's device reads all of them. */
export const maxPayeeCards = 50;

const address = z.string().check(z.regex(/^0x[\da-fA-F]{40}$/));
const hash = z.string().check(z.regex(/^0x[\da-f]{64}$/));

/** A statement of a business: payments to it go to this wallet. The business's payout wallet signs it. */
export const payeeCard = z.strictObject({
  /** The business's public id. */
  business: z.string().check(z.regex(/^mer_[\da-z]{26}$/)),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  chainId: z.int().check(z.positive()),
  /** The contract of USDC. */
  token: address,
  wallet: address,
  /** Seconds since 1970. */
  validFrom: z.string().check(z.regex(/^(?:0|[1-9]\d{0,11})$/)),
  /** The hash of the card before; zero for the first. */
  previous: hash,
  /** Counts the business's cards, from 1. */
  sequence: z.int().check(z.positive(), z.maximum(maxPayeeCards)),
});

/** A card with the signature of the wallet on the card before, or of its own wallet. */
export const signedCard = z.strictObject({ card: payeeCard, signature: z.string().check(z.regex(/^0x[\da-f]{130}$/)) });

/** The cards of a business, the first one first. */
export const signedCards = z.array(signedCard).check(z.maxLength(maxPayeeCards));

/** The part of a business's cards that a payer's device keeps. */
export const knownPayee = z.strictObject({
  /** The hash of the newest card that counted. */
  hash,
  sequence: z.int().check(z.positive(), z.maximum(maxPayeeCards)),
  wallet: address,
  /** For each hash of a card, the time at which the device first saw it, in milliseconds since 1970. */
  firstSeen: z.record(hash, z.number().check(z.nonnegative())),
});

export type PayeeCard = z.infer<typeof payeeCard>;
export type SignedCard = z.infer<typeof signedCard>;
export type KnownPayee = z.infer<typeof knownPayee>;

/**
 * Reasons to refuse a payment. `lowerSequence`: the newest card is older than the known one. `brokenChain`: the cards do not follow each
 * other from the known one, or name another business, chain or token. `badSignature`: neither wallet signed a card. `otherAddress`: the
 * payment goes to another wallet than the newest card that counts. `noCard`: no card came from a business whose card is known.
 */
export const cardRefusals = ["lowerSequence", "brokenChain", "badSignature", "otherAddress", "noCard"] as const;
export type CardRefusal = (typeof cardRefusals)[number];
