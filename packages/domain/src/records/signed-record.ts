import { z } from "zod";
import { isDay } from "../rent/calendar.ts";
import { chargeKinds } from "../rent/charge-kinds.ts";
import { leaseTerms } from "../rent/lease-terms.ts";

/** A tenant's payments under a lease over some days, or the receipt of one payment. */
export const recordKinds = ["rentRecord", "receipt"] as const;

/** One record takes no more charges, and no more transfers, than this: some ten years of rent with a utility. */
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
const words = z.string().max(500);

const recordTransfer = z.strictObject({
  txHash: word,
  /** Its place among the logs of its block. */
  logIndex: z.int().min(0).max(1_000_000),
  blockNumber: z.int().min(0),
  blockHash: word,
  /** The block's own time. */
  time: seconds,
  from: address,
  to: address,
  /** Base units of USDC, of which a cent has 10,000. */
  units: z.string().regex(/^[1-9]\d{0,29}$/),
  /** The nonce of the payer's authorization (EIP-3009); zero where the payer sent it another way. */
  nonce: word,
});
export type RecordTransfer = z.output<typeof recordTransfer>;

/** What the nonce of an authorization commits to: whoever has these finds by hashing that the payer signed for exactly this bill. */
const recordTerms = z.strictObject({ leaseId: z.string().max(64), period: day, cents, dueAt: seconds, payee: address, salt: word });

const recordCharge = z.strictObject({
  kind: z.enum(chargeKinds),
  description: words,
  dueOn: day,
  /** The first moment of the due day where the lease is. */
  dueAt: seconds,
  /** The first moment that is late: the due day is over then. */
  lateFrom: seconds,
  /** What was charged, less what the landlord credited. */
  cents,
  /** When the last of it was paid; 0 while something is open. */
  paidAt: seconds,
  /** How many days after the due day that was. */
  daysLate: z.int().min(0).max(100_000),
  /** Which transfers paid how much of it. */
  parts: z
    .strictObject({ transfer: z.int().min(0).max(recordMaxTransfers), cents })
    .array()
    .max(recordMaxTransfers),
  /** Paid another way, as the landlord said. */
  otherCents: cents,
  /** At most one: the terms that the payer signed for this charge. */
  terms: recordTerms.array().max(1),
});
export type RecordCharge = z.output<typeof recordCharge>;

const recordAgreement = z.strictObject({
  terms: leaseTerms,
  /** The wallet that signed them, which Hearth knew as the landlord's. */
  signer: address,
  signature: z
    .string()
    .regex(/^0x([0-9a-f]{2}){1,8192}$/)
    .transform((hex): Hex => `0x${hex.slice(2)}`),
  /** The first day of the month that other terms hold from; empty where these hold on. */
  until: day.or(z.literal("")),
});
/** Terms of the lease that the landlord's wallet signed, and the months that they held for. */
export type RecordAgreement = z.output<typeof recordAgreement>;

/** What Hearth signs. Names that the tenant left out are empty. */
export const signedRecord = z.strictObject({
  kind: z.enum(recordKinds),
  /** Random, so that no two records are alike. */
  id: word,
  issuedAt: seconds,
  chainId: z.int().min(1),
  token: address,
  tenant: words,
  landlord: words,
  place: words,
  description: words,
  timeZone: z.string().max(64),
  /** The days it is about, both in it. */
  from: day,
  to: day,
  transfers: recordTransfer.array().max(recordMaxTransfers),
  charges: recordCharge.array().max(recordMaxCharges),
  /** What the landlord's wallet signed, the oldest first; left out where nothing of it is shown, as in records from before. */
  agreements: recordAgreement.array().min(1).max(recordMaxAgreements).exactOptional(),
});
export type SignedRecord = z.output<typeof signedRecord>;

/** A record with its signature, as it is saved: whatever is changed in it breaks the signature. */
export const recordDocument = z
  .strictObject({
    /** The second has what the landlord's wallet signed in it, and other typed data for it. */
    format: z.enum(["hearth-record-1", "hearth-record-2"]),
    record: signedRecord,
    /** Whose key signed it (EIP-712). */
    signer: address,
    signature: z
      .string()
      .regex(/^0x[0-9a-f]{130}$/)
      .transform((hex): Hex => `0x${hex.slice(2)}`),
    /** The record for software that knows no chain: a compact JWS (ES256K) by the same key. */
    jws: z.string().max(2_000_000),
  })
  .refine(({ format, record }) => format === formatOf(record));
export type RecordDocument = z.output<typeof recordDocument>;

/** Which of the two formats a record is saved in. */
export function formatOf({ agreements }: SignedRecord): "hearth-record-1" | "hearth-record-2" {
  return agreements === undefined ? "hearth-record-1" : "hearth-record-2";
}

/** Reads a file; null where it is no record. */
export function readRecordDocument(text: string): RecordDocument | null {
  try {
    const parsed = recordDocument.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
