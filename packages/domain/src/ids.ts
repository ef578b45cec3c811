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
  walletSend: "wsd",
  walletPasskey: "wpk",
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

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
/** Two characters for each value of ten bits. */
const pairs = Array.from({ length: 1_024 }, (_, value) => `${alphabet[value >> 5]}${alphabet[value & 31]}`);
const dash = "-".charCodeAt(0);
/** The value of a hexadecimal digit by its code. */
const hexOf = Array.from({ length: 128 }, (_, code) => "0123456789abcdef".indexOf(String.fromCharCode(code).toLowerCase()));
/** The value of a character by its code. */
const valueOf = Array.from({ length: 128 }, (_, code) => alphabet.indexOf(String.fromCharCode(code)));
const suffixShape = new RegExp(`^[0-7][${alphabet}]{25}$`);

/**
 * Converts a row's UUID to its public id: `pay_01h...`. The suffix is that of the TypeID specification: two zero bits and the UUID's 128 in base 32. Takes two
 * characters at a time, as soon as there are ten bits.
 */
export function publicId(kind: IdKind, uuid: string): string {
  let id = `${idPrefixes[kind]}_`;
  let [bits, count] = [0, 2];
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at);
    if (code === dash) continue;
    bits = (bits << 4) | (hexOf[code] ?? 0);
    count += 4;
    if (count < 10) continue;
    count -= 10;
    id += pairs[bits >> count];
    bits &= (1 << count) - 1;
  }
  return id;
}

/**
 * Converts a public id of that kind to its UUID, or null for anything else. Callers treat a wrong id as a missing object, not as an error.
 */
export function parsePublicId(kind: IdKind, id: string): string | null {
  const prefix = idPrefixes[kind];
  const suffix = id.slice(prefix.length + 1);
  if (id.length > 64 || !id.startsWith(`${prefix}_`) || !suffixShape.test(suffix)) return null;
  const bitsFrom = (from: number, to: number): number => {
    let bits = 0;
    for (let at = from; at < to; at++) bits = bits * 32 + (valueOf[suffix.charCodeAt(at)] ?? 0);
    return bits;
  };
  let hex = bitsFrom(0, 2).toString(16).padStart(2, "0");
  for (let at = 2; at < 26; at += 4)
    hex += bitsFrom(at, at + 4)
      .toString(16)
      .padStart(5, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
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
