import { Secret, TOTP } from "otpauth";

/** What every authenticator app understands without being told: RFC 6238 with SHA-1, six digits, thirty seconds. */
const shape = { issuer: "Hearth", algorithm: "SHA1", digits: 6, period: 30 } as const;
/** The clock of a phone may be off by one step in either direction. */
const drift = 1;

/** A new secret of 160 bits, in base32. */
export function createSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What an app reads from the QR code: the secret, and under which name to keep it. */
export function setupUri(secret: string, email: string): string {
  return new TOTP({ ...shape, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** The step whose code this is, counted from 1970; null where it is none of now, one before or one after. */
export function stepOfCode(secret: string, digits: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: digits, timestamp, window: drift });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
