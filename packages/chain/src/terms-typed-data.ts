import type { LeaseTerms } from "@hearth/domain/rent/lease-terms";

/** The terms of a lease as typed data; a record has the same in it. */
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

/** Terms with their numbers as typed data has them. */
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

/** What a landlord's wallet signs (EIP-712): all of a lease's terms, in words that a wallet can show. The name of the domain keeps it apart from all else. */
export function termsTypedData(terms: LeaseTerms, chainId: number) {
  return {
    domain: { name: "Hearth lease", version: "1", chainId },
    types: { LeaseTerms: leaseTermsType },
    primaryType: "LeaseTerms",
    message: termsMessage(terms),
  } as const;
}
