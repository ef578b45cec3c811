import { z } from "zod";

/** An account's second factors as its owner sees them. */
export const secondFactorView = z.strictObject({
  /** The time the authenticator app was switched on; null while it is off. */
  enabledAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** The number of passkeys, each of which replaces a code. */
  passkeys: z.number().int(),
  /** False for an account that signs in by the passkey of its wallet and has set no password. A recent step-up takes the password's place. */
  hasPassword: z.boolean(),
  /** True where the account must keep a second factor. */
  isRequired: z.boolean(),
});
export type SecondFactorView = z.infer<typeof secondFactorView>;

/** The secret for an authenticator app, shown only during setup. */
export const setupView = z.strictObject({
  /** The base32 secret, for typing in. */
  secret: z.string(),
  /** The `otpauth:` URI, for the QR code. */
  uri: z.string(),
});
export type SetupView = z.infer<typeof setupView>;

export const recoveryCodesView = z.strictObject({ recoveryCodes: z.string().array() });
export type RecoveryCodesView = z.infer<typeof recoveryCodesView>;
