import { Secret, TOTP } from "otpauth";

/** The code that an authenticator app shows for a secret at a time. */
export function appCode(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}
