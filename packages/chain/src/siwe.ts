import type { Address } from "viem";
import { createSiweMessage, parseSiweMessage } from "viem/siwe";
import { parseAddress } from "./addresses.ts";

/** What a wallet owner signs to prove that the wallet is theirs (Sign-In with Ethereum, ERC-4361). */
export interface LoginMessage {
  /** Host and port of the page that asks, as the wallet shows it. */
  domain: string;
  uri: string;
  address: Address;
  chainId: number;
  /** Made by the server, at least 8 letters and digits. */
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
  /** Where payouts shall go from now on, in the owner's own words; null where the text says no more than whose wallet it is. */
  payoutAddress: Address | null;
}

const statement = "Prove that this wallet is yours, so that Hearth can recognise your payments. This costs nothing.";
const payoutStatement = /^Let my payouts go to (0x[0-9a-fA-F]{40}) from now on\. This costs nothing\.$/;

/** Writes the text to sign. Throws when a field has a shape that the standard does not know. */
export function createLoginMessage({ issuedAt, expiresAt, payoutAddress, ...fields }: LoginMessage): string {
  const said = payoutAddress === null ? statement : `Let my payouts go to ${payoutAddress} from now on. This costs nothing.`;
  return createSiweMessage({ ...fields, statement: said, version: "1", issuedAt, expirationTime: expiresAt });
}

/**
 * Reads such a text back, or answers null where it is not exactly one that `createLoginMessage` writes.
 *
 * It proves nothing by itself: compare every field with what was asked for, then verify the signature.
 */
export function parseLoginMessage(message: string): LoginMessage | null {
  const { domain, uri, address, chainId, nonce, issuedAt, expirationTime, statement: said = "" } = parseSiweMessage(message);
  const owner = address === undefined ? null : parseAddress(address);
  if (!domain || !uri || owner === null || chainId === undefined || !nonce || !issuedAt || !expirationTime) return null;
  const payoutAddress = parseAddress(payoutStatement.exec(said)?.[1] ?? "");
  const fields = { domain, uri, address: owner, chainId, nonce, issuedAt, expiresAt: expirationTime, payoutAddress };
  return isWrittenAs(message, fields) ? fields : null;
}

/** A lenient parser and a strict signature do not go together: what was read must be all that was there. */
function isWrittenAs(message: string, fields: LoginMessage): boolean {
  try {
    return createLoginMessage(fields) === message;
  } catch {
    return false;
  }
}
