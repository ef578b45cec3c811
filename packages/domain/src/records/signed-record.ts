import { z } from "zod";
import { isDay } from "../rent/calendar.ts";
import { chargeKinds } from "../rent/charge-kinds.ts";
import { leaseTerms } from "../rent/lease-terms.ts";

/** Kinds of records: a tenant's payments under a lease over some days, or the receipt of one payment. */
export const recordKinds = ["rentRecord", "receipt"] as const;

/** Limits of one record: about ten years of rent with a utility. */
export const recordMaxCharges = 240;
export const recordMaxTransfers = 480;
export const recordMaxAgreements = 60;

type Hex = `0x${string}`;

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((hex): Hex => `0x${hex.slice(2)}`);
const word = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/)
  .transform((hex): Hex => `0x${hex.slice(2)}`);
const seconds = z.int().min(0).max(9_999_999_999);
const cents = z.int().min(0).max(2_000_000_000);
const day = z.string().refine(isDay);
const shortText = z.string().max(500);

const recordTransfer = z.strictObject({
  txHash: word,
  /** Its index among the logs of its block. */
  logIndex: z.int().min(0).max(1_000_000),
  blockNumber: z.int().min(0),
  blockHash: word,
  /** The block's timestamp. */
  time: seconds,
  from: address,
  to: address,
  /** Base units of USDC; one cent has 10,000. */
  units: z.string().regex(/^[1-9]\d{0,29}$/),
  /** The nonce of the payer's authorization (EIP-3009). Zero if the payer sent the transfer another way. */
  nonce: word,
});
export type RecordTransfer = z.output<typeof recordTransfer>;

/** The preimage of an authorization's nonce. Hashing these fields proves that the payer signed for exactly this bill. */
const recordTerms = z.strictObject({ leaseId: z.string().max(64), period: day, cents, dueAt: seconds, payee: address, salt: word });

const recordCharge = z.strictObject({
  kind: z.enum(chargeKinds),
  description: shortText,
  dueOn: day,
  /** The start of the due day in the lease's time zone. */
  dueAt: seconds,
  /** The first late moment, right after the due day. */
  lateFrom: seconds,
  /** The amount charged minus the landlord's credits. */
  cents,
  /** When the last part was paid; 0 while something is open. */
  paidAt: seconds,
  /** Days from the due day to that payment. */
  daysLate: z.int().min(0).max(100_000),
  /** The transfers that paid the charge, each with its share. */
  parts: z
    .strictObject({ transfer: z.int().min(0).max(recordMaxTransfers), cents })
    .array()
    .max(recordMaxTransfers),
  /** Paid outside Hearth, as the landlord reported. */
  otherCents: cents,
  /** The terms that the payer signed for this charge, if any. */
  terms: recordTerms.array().max(1),
});
export type RecordCharge = z.output<typeof recordCharge>;

const recordAgreement = z.strictObject({
  terms: leaseTerms,
  /** The wallet that signed the terms. Hearth knew it as the landlord's. */
  signer: address,
  signature: z
    .string()
    .regex(/^0x([0-9a-f]{2}){1,8192}$/)
    .transform((hex): Hex => `0x${hex.slice(2)}`),
  /** The first day of the month that replaces these terms; empty while they are in force. */
  until: day.or(z.literal("")),
});
/** Lease terms that the landlord's wallet signed, with the months they were in force. */
export type RecordAgreement = z.output<typeof recordAgreement>;

/** The data that Hearth signs. Names that the tenant left out are empty. */
export const signedRecord = z.strictObject({
  kind: z.enum(recordKinds),
  /** Random, so that no two records are equal. */
  id: word,
  issuedAt: seconds,
  chainId: z.int().min(1),
  token: address,
  tenant: shortText,
  landlord: shortText,
  place: shortText,
  description: shortText,
  timeZone: z.string().max(64),
  /** The first and last day of the record, both inclusive. */
  from: day,
  to: day,
  transfers: recordTransfer.array().max(recordMaxTransfers),
  charges: recordCharge.array().max(recordMaxCharges),
  /** Terms that the landlord's wallet signed, oldest first. Omitted if none are shown, and in records of the first format. */
  agreements: recordAgreement.array().min(1).max(recordMaxAgreements).exactOptional(),
});
export type SignedRecord = z.output<typeof signedRecord>;

/** A saved record with its signatures. Any change to the record invalidates them. */
export const recordDocument = z
  .strictObject({
    /** Format 2 includes terms that the landlord's wallet signed, and its EIP-712 types differ. */
    format: z.enum(["hearth-record-1", "hearth-record-2"]),
    record: signedRecord,
    /** The address of the signing key (EIP-712). */
    signer: address,
    signature: z
      .string()
      .regex(/^0x[0-9a-f]{130}$/)
      .transform((hex): Hex => `0x${hex.slice(2)}`),
    /** A compact JWS (ES256K) of the record by this key, for software without chain support. */
    jws: z.string().max(2_000_000),
  })
  .refine(({ format, record }) => format === formatOf(record));
export type RecordDocument = z.output<typeof recordDocument>;

/** Returns the format that a record is saved in. */
export function formatOf({ agreements }: SignedRecord): "hearth-record-1" | "hearth-record-2" {
  return agreements === undefined ? "hearth-record-1" : "hearth-record-2";
}

/** Parses a saved record. Returns null if it is not valid. */
export function readRecordDocument(text: string): RecordDocument | null {
  try {
    const parsed = recordDocument.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
