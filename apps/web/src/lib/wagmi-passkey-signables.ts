import type { Network } from "@hearth/chain/networks";
import { cardTypedData } from "@hearth/chain/payee-card";
import { termsTypedData } from "@hearth/chain/terms-typed-data";
import { cancelAuthorizationTypedData, transferAuthorizationTypedData } from "@hearth/chain/usdc";
import { type Signable, signedTerms } from "@hearth/domain/passkey-wallet/messages";
import { payeeCard } from "@hearth/domain/payee-card";
import { type Address, hashTypedData, type Hex, hexToString, ProviderRpcError, stringToHex } from "viem";
import { z } from "zod";

/** Throws the sentence for a request that the passkey wallet does not answer, such as sending a transaction. */
export function refuse(sentence: string): never {
  throw new ProviderRpcError(new Error(sentence), { code: 4200, shortMessage: sentence });
}

export const onlyPayments =
  "The wallet with Face ID, fingerprint or PIN signs only what Hearth asks of it. Please use another wallet for this.";

export const hex = z.templateLiteral(["0x", z.string()]);

/** Decodes a message that is shown as text. Other bytes cannot be shown, so they are not signed. */
export function textOf(data: Hex): string {
  const text = hexToString(data);
  if (stringToHex(text) !== data.toLowerCase()) refuse("This wallet signs only messages that can be read.");
  return text;
}

const whole = z.coerce.bigint().check(z.nonnegative());
const typedDomain = z.object({
  name: z.string().optional(),
  version: z.string().optional(),
  chainId: z.coerce.number().optional(),
  verifyingContract: hex.optional(),
  salt: hex.optional(),
});
const typedData = z.object({
  domain: typedDomain,
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
});
const transferMessage = z.object({ from: hex, to: hex, value: whole, validAfter: whole, validBefore: whole, nonce: hex });
const cancelMessage = z.object({ authorizer: hex, nonce: hex });
const cardMessage = z.object({ validFrom: z.coerce.string() }).loose();
const number = z.coerce.number();
const termsMessage = z.object({ saidAt: number, deposit: number, rent: number, lateFee: number, lateFeeCap: number }).loose();

/**
 * Returns the fields from which the wallet's page makes this typed data. The page signs exactly these fields, so data with any other domain,
 * type or field is refused: its hash differs from the hash of what the page would sign.
 */
export function signableOf(data: unknown, from: Address, network: Network): Signable {
  try {
    const asked = typedData.parse(data);
    const { item, hash } = rebuilt(asked.primaryType, asked.message, from, network);
    if (hashTypedData(asked) === hash) return item;
  } catch {
    // Data that cannot be read or hashed is refused as well.
  }
  return refuse(onlyPayments);
}

/** Reads the fields of a payment, a cancellation, a payee card or a lease's terms, and hashes what the wallet's page makes of them. */
function rebuilt(primaryType: string, message: unknown, from: Address, network: Network): { item: Signable; hash: Hex } {
  if (primaryType === "PayeeCard") {
    const card = payeeCard.parse({ ...cardMessage.parse(message), chainId: network.chainId });
    return { item: { kind: "payeeCard", card }, hash: hashTypedData(cardTypedData(card)) };
  }
  if (primaryType === "LeaseTerms") {
    const terms = signedTerms.parse(termsMessage.parse(message));
    return { item: { kind: "leaseTerms", terms }, hash: hashTypedData(termsTypedData(terms, network.chainId)) };
  }
  if (primaryType === "TransferWithAuthorization") {
    const { to, value, validAfter, validBefore, nonce } = transferMessage.parse(message);
    const typed = transferAuthorizationTypedData({ network, from, to, usdcUnits: value, validAfter, validBefore, nonce });
    const times = { validAfter: String(validAfter), validBefore: String(validBefore) };
    return { item: { kind: "transfer", to, usdcUnits: String(value), ...times, nonce }, hash: hashTypedData(typed) };
  }
  const { nonce } = cancelMessage.parse(message);
  return { item: { kind: "cancellation", nonce }, hash: hashTypedData(cancelAuthorizationTypedData({ network, authorizer: from, nonce })) };
}
