import type { PayeeCard, SignedCard } from "@hearth/domain/payee-card";
import { zeroHash } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { networks } from "./networks.ts";
import { cardHash, cardTypedData } from "./payee-card.ts";

/** Returns a payout wallet of tests, by two hexadecimal digits. Its key is known to everybody. */
export function testPayoutWallet(digits: string): PrivateKeyAccount {
  return privateKeyToAccount(`0x${digits.repeat(32)}`);
}

/** The business of test cards. */
export const testBusiness = { _id: `mer_${"1".repeat(26)}`, name: "Juniper Court Apartments" };

interface TestCard extends Partial<PayeeCard> {
  /** The card before. None for a first card. */
  before?: SignedCard | undefined;
  wallet: string;
}

/** Signs a card of the local network with a wallet's key. Fields that are given replace the usual ones. */
export async function signTestCard({ before, ...fields }: TestCard, by: PrivateKeyAccount): Promise<SignedCard> {
  const { chainId, usdc } = networks.local;
  const place = { previous: before === undefined ? zeroHash : cardHash(before.card), sequence: (before?.card.sequence ?? 0) + 1 };
  const names = { business: testBusiness._id, name: testBusiness.name, chainId, token: usdc.address, validFrom: "1700000000" };
  const card = { ...names, ...place, ...fields };
  return { card, signature: await by.signTypedData(cardTypedData(card)) };
}
