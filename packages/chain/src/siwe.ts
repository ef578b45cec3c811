import type { Address } from "viem";
import { createSiweMessage, parseSiweMessage } from "viem/siwe";
import { parseAddress } from "./addresses.ts";

/** A text that a wallet's owner signs to prove ownership (Sign-In with Ethereum, ERC-4361). */
export interface LoginMessage {
  /** Host and port of the asking page, as the wallet shows it. */
  domain: string;
  uri: string;
  address: Address;
  chainId: number;
  /** Made by the server, at least 8 letters and digits. */
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
  /** The new payout address that the owner requests; null if the text only proves ownership. */
  payoutAddress: Address | null;
}

const statement = "Prove that this wallet is yours, so that Hearth can recognise your payments. This costs nothing.";
const payoutStatement = /^Let my payouts go to (0x[0-9a-fA-F]{40}) from now on\. This costs nothing\.$/;

/** Creates the text to sign. Throws when a field violates the standard. */
export function createLoginMessage({ issuedAt, expiresAt, payoutAddress, ...fields }: LoginMessage): string {
  const signedStatement = payoutAddress === null ? statement : `Let my payouts go to ${payoutAddress} from now on. This costs nothing.`;
  return createSiweMessage({ ...fields, statement: signedStatement, version: "1", issuedAt, expirationTime: expiresAt });
}

/**
 * Parses such a text, or returns null if it is not exactly one that `createLoginMessage` writes.
 *
 * It proves nothing by itself: compare every field with the expected one, then verify the signature.
 */
export function parseLoginMessage(message: string): LoginMessage | null {
  const { domain, uri, address, chainId, nonce, issuedAt, expirationTime, statement: signedStatement = "" } = parseSiweMessage(message);
  const owner = address === undefined ? null : parseAddress(address);
  if (!domain || !uri || owner === null || chainId === undefined || !nonce || !issuedAt || !expirationTime) return null;
  const payoutAddress = parseAddress(payoutStatement.exec(signedStatement)?.[1] ?? "");
  const fields = { domain, uri, address: owner, chainId, nonce, issuedAt, expiresAt: expirationTime, payoutAddress };
  return isWrittenAs(message, fields) ? fields : null;
}

/** The parser is lenient but the signature covers the exact text, so nothing beyond the parsed fields may be in it. */
function isWrittenAs(message: string, fields: LoginMessage): boolean {
  try {
    return createLoginMessage(fields) === message;
  } catch {
    return false;
  }
}
