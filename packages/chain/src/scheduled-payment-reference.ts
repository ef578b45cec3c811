import { encodeAbiParameters, type Hex, keccak256, stringToHex } from "viem";

/** The terms of a bill that a scheduled payment's nonce commits to. */
export interface CommittedTerms {
  /** The lease, and the first day of the month whose rent it is: `2026-12-01`. */
  leaseId: string;
  period: string;
  cents: number;
  /** The start of the due day. */
  dueAt: Date;
  payee: Hex;
  /** 32 random bytes, so that the terms cannot be guessed. */
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

/** Domain separator of this hash against every other use of keccak256. */
const domain = keccak256(stringToHex("hearth/cheque/v1"));

/**
 * Derives the checkout reference of a scheduled payment from its billed terms, 32 bytes. The signed nonce is the reference's binding. So
 * anybody who knows the terms and the salt can verify by the token's own log what was paid, and when. Another amount, day or payee gives
 * another nonce.
 */
export function scheduledPaymentReference({ leaseId, period, cents, dueAt, payee, salt }: CommittedTerms): Hex {
  const dueSeconds = BigInt(Math.floor(dueAt.getTime() / 1_000));
  return keccak256(encodeAbiParameters(fields, [domain, leaseId, period, BigInt(cents), dueSeconds, payee, salt]));
}
