import { Secret, TOTP } from "otpauth";

/** Defaults that every authenticator app supports: RFC 6238 with SHA-1, six digits, thirty seconds. */
const shape = { issuer: "Hearth", algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Time steps of clock drift accepted in either direction. */
const drift = 1;

/** Generates a secret of 160 bits, in base32. */
export function createSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Builds the URI of the QR code: the secret, and the label that the app shows for it. */
export function setupUri(secret: string, email: string): string {
  return new TOTP({ ...shape, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** Returns the time step (counted from 1970) of a code, or null if it matches neither the current step nor an adjacent one. */
export function stepOfCode(secret: string, digits: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...shape, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: digits, timestamp, window: drift });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
