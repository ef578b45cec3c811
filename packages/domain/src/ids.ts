import { fromString, fromUUID, toUUID } from "typeid-js";

/** The public id prefix of each kind of row. */
export const idPrefixes = {
  user: "usr",
  merchant: "mer",
  payment: "pay",
  dispute: "dsp",
  comment: "cmt",
  document: "doc",
  transfer: "trf",
  session: "ses",
  refund: "rfd",
  enrollment: "enr",
  payeeChange: "pch",
  claim: "clm",
  notification: "ntf",
  mail: "mai",
  passkey: "psk",
  alarm: "alm",
  property: "prp",
  unit: "unt",
  staff: "stf",
  tenantInvitation: "tin",
  lease: "lse",
  leaseTenant: "ltn",
  leaseTerms: "ltm",
  charge: "chg",
  leaseCredit: "crd",
  scheduledPayment: "chq",
  paymentRequest: "req",
  rentRecord: "rrc",
} as const;
export type IdKind = keyof typeof idPrefixes;

/** Converts a row's UUID to its public id: `pay_01h...`. */
export function publicId(kind: IdKind, uuid: string): string {
  return fromUUID(uuid, idPrefixes[kind]);
}

/**
 * Converts a public id of that kind to its UUID, or null for anything else. Callers treat a wrong id as a missing object, not as an error.
 */
export function parsePublicId(kind: IdKind, id: string): string | null {
  if (id.length > 64) return null;
  try {
    return toUUID(fromString(id, idPrefixes[kind]));
  } catch {
    return null;
  }
}

const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

const codeShape = new RegExp(`^[${codeAlphabet}]{4}-[${codeAlphabet}]{4}$`);

/** True if a text has the shape of a short code, in either case. */
export function isHumanCode(text: string): boolean {
  return codeShape.test(text.toUpperCase());
}

/** Makes a short code that people can read out, from 8 random bytes: `H7Q4-K2MX`. Avoids look-alikes (0 O, 1 I L, U). */
export function humanCode(bytes: Uint8Array): string {
  const letters = Array.from(bytes.subarray(0, 8), (byte) => codeAlphabet[byte % codeAlphabet.length]).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}
