import type { LeaseTerms } from "@hearth/domain/rent/lease-terms";

/** The terms of a lease as typed data, also part of a record. */
export const leaseTermsType = [
  { name: "leaseId", type: "string" },
  { name: "from", type: "string" },
  { name: "saidAt", type: "uint64" },
  { name: "startsOn", type: "string" },
  { name: "timeZone", type: "string" },
  { name: "proration", type: "string" },
  { name: "deposit", type: "uint256" },
  { name: "rent", type: "uint256" },
  { name: "dueDay", type: "uint32" },
  { name: "graceDays", type: "uint32" },
  { name: "lateFeeKind", type: "string" },
  { name: "lateFee", type: "uint256" },
  { name: "lateFeeRepeats", type: "string" },
  { name: "lateFeeCap", type: "uint256" },
] as const;

/** Converts the terms' numbers for typed data. */
export function termsMessage(terms: LeaseTerms) {
  const { saidAt, deposit, rent, lateFee, lateFeeCap } = terms;
  return {
    ...terms,
    saidAt: BigInt(saidAt),
    deposit: BigInt(deposit),
    rent: BigInt(rent),
    lateFee: BigInt(lateFee),
    lateFeeCap: BigInt(lateFeeCap),
  };
}

/**
 * The typed data that a landlord's wallet signs (EIP-712): all terms of a lease, readable in a wallet. The domain's name separates it from
 * anything else.
 */
export function termsTypedData(terms: LeaseTerms, chainId: number) {
  return {
    domain: { name: "Hearth lease", version: "1", chainId },
    types: { LeaseTerms: leaseTermsType },
    primaryType: "LeaseTerms",
    message: termsMessage(terms),
  } as const;
}
