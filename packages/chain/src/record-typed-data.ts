import type { RecordDocument, SignedRecord } from "@hearth/domain/records/signed-record";
import {
  type Address,
  isAddressEqual,
  numberToHex,
  recoverAddress,
  recoverTypedDataAddress,
  serializeSignature,
  type TypedDataDefinition,
  zeroHash,
} from "viem";
import { leaseTermsType, termsMessage } from "./terms-typed-data.ts";

const types = {
  Record: [
    { name: "kind", type: "string" },
    { name: "id", type: "bytes32" },
    { name: "issuedAt", type: "uint64" },
    { name: "chainId", type: "uint256" },
    { name: "token", type: "address" },
    { name: "tenant", type: "string" },
    { name: "landlord", type: "string" },
    { name: "place", type: "string" },
    { name: "description", type: "string" },
    { name: "timeZone", type: "string" },
    { name: "from", type: "string" },
    { name: "to", type: "string" },
    { name: "transfers", type: "Transfer[]" },
    { name: "charges", type: "Charge[]" },
  ],
  Transfer: [
    { name: "txHash", type: "bytes32" },
    { name: "logIndex", type: "uint32" },
    { name: "blockNumber", type: "uint64" },
    { name: "blockHash", type: "bytes32" },
    { name: "time", type: "uint64" },
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "units", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
  Charge: [
    { name: "kind", type: "string" },
    { name: "description", type: "string" },
    { name: "dueOn", type: "string" },
    { name: "dueAt", type: "uint64" },
    { name: "lateFrom", type: "uint64" },
    { name: "cents", type: "uint256" },
    { name: "paidAt", type: "uint64" },
    { name: "daysLate", type: "uint32" },
    { name: "parts", type: "Part[]" },
    { name: "otherCents", type: "uint256" },
    { name: "terms", type: "Terms[]" },
  ],
  Part: [
    { name: "transfer", type: "uint32" },
    { name: "cents", type: "uint256" },
  ],
  Terms: [
    { name: "leaseId", type: "string" },
    { name: "period", type: "string" },
    { name: "cents", type: "uint256" },
    { name: "dueAt", type: "uint64" },
    { name: "payee", type: "address" },
    { name: "salt", type: "bytes32" },
  ],
} as const;

/** Records with the landlord's signatures have an additional field, which older records cannot have. */
const typesWithAgreements = {
  ...types,
  Record: [...types.Record, { name: "agreements", type: "Agreement[]" }],
  Agreement: [
    { name: "terms", type: "LeaseTerms" },
    { name: "signer", type: "address" },
    { name: "signature", type: "bytes" },
    { name: "until", type: "string" },
  ],
  LeaseTerms: leaseTermsType,
} as const;

/** The typed data of a record (EIP-712). The domain's name separates it from anything else a key may sign. */
export function recordTypedData({ agreements, ...record }: SignedRecord): TypedDataDefinition {
  const message = {
    ...record,
    issuedAt: BigInt(record.issuedAt),
    chainId: BigInt(record.chainId),
    transfers: record.transfers.map((transfer) => ({
      ...transfer,
      blockNumber: BigInt(transfer.blockNumber),
      time: BigInt(transfer.time),
      units: BigInt(transfer.units),
    })),
    charges: record.charges.map((charge) => ({
      ...charge,
      dueAt: BigInt(charge.dueAt),
      lateFrom: BigInt(charge.lateFrom),
      cents: BigInt(charge.cents),
      paidAt: BigInt(charge.paidAt),
      otherCents: BigInt(charge.otherCents),
      parts: charge.parts.map((part) => ({ ...part, cents: BigInt(part.cents) })),
      terms: charge.terms.map((terms) => ({ ...terms, cents: BigInt(terms.cents), dueAt: BigInt(terms.dueAt) })),
    })),
  };
  const domain = { name: "Hearth record", version: agreements === undefined ? "1" : "2", chainId: record.chainId };
  if (agreements === undefined) return { domain, types, primaryType: "Record", message };
  const agreed = agreements.map((agreement) => ({ ...agreement, terms: termsMessage(agreement.terms) }));
  return { domain, types: typesWithAgreements, primaryType: "Record", message: { ...message, agreements: agreed } };
}

/** Loads the part of viem that recovers a signer, which the page loads on demand. Loads nothing twice. Rejects if loading fails. */
export async function fetchSignatureCheck(): Promise<void> {
  await recoverAddress({ hash: zeroHash, signature: aSignature });
}

/** A readable signature without meaning. */
const aSignature = serializeSignature({ r: numberToHex(1, { size: 32 }), s: numberToHex(1, { size: 32 }), yParity: 0 });

/**
 * True if a document's record was signed by the key that the document names. Rejects if the check itself cannot be loaded, which says
 * nothing about the document.
 */
export async function hasValidSignature({ record, signature, signer }: RecordDocument): Promise<boolean> {
  await fetchSignatureCheck();
  try {
    const found: Address = await recoverTypedDataAddress({ ...recordTypedData(record), signature });
    return isAddressEqual(found, signer);
  } catch {
    return false; // an invalid signature
  }
}
