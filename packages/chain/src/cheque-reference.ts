import { encodeAbiParameters, type Hex, keccak256, stringToHex } from "viem";

/** The terms of a bill that a cheque's nonce commits to. */
export interface CommittedTerms {
  /** Which lease's rent, by its id, for the month that begins on a day: `2026-12-01`. */
  leaseId: string;
  period: string;
  cents: number;
  /** The first moment of the due day. */
  dueAt: Date;
  payee: Hex;
  /** 32 random bytes, so that nobody finds the terms by trying. */
  salt: Hex;
}

const fields = [
  { type: "bytes32" },
  { type: "string" },
  { type: "string" },
  { type: "uint256" },
  { type: "uint256" },
  { type: "address" },
  { type: "bytes32" },
] as const;

/** Keeps this hash apart from every other use of keccak256. */
const domain = keccak256(stringToHex("hearth/cheque/v1"));

/**
 * The reference of the checkout that a cheque pays, made of the terms as they are billed. The nonce that is signed is its binding, so whoever is shown the
 * terms and the salt finds by the token's own log what was paid, and when; another amount, day or payee is another nonce. 32 bytes.
 */
export function chequeReference({ leaseId, period, cents, dueAt, payee, salt }: CommittedTerms): Hex {
  const dueSeconds = BigInt(Math.floor(dueAt.getTime() / 1_000));
  return keccak256(encodeAbiParameters(fields, [domain, leaseId, period, BigInt(cents), dueSeconds, payee, salt]));
}
