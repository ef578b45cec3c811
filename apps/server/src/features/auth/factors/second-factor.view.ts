import { z } from "zod";

/** What an account can show beside its password, as its holder sees it. */
export const secondFactorView = z.strictObject({
  /** Since when an authenticator app is asked for; null while it is off. */
  enabledAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** How many passkeys there are, each of which stands for a code. */
  passkeys: z.number().int(),
  /** Whether it has to be on, so that it cannot be switched off. */
  isRequired: z.boolean(),
});
export type SecondFactorView = z.infer<typeof secondFactorView>;

/** What an authenticator app is told, shown while it is set up and never again. */
export const setupView = z.strictObject({
  /** In base32, for typing in. */
  secret: z.string(),
  /** For the QR code. */
  uri: z.string(),
});
export type SetupView = z.infer<typeof setupView>;

/** Recovery codes, shown once. */
export const recoveryCodesView = z.strictObject({ recoveryCodes: z.string().array() });
export type RecoveryCodesView = z.infer<typeof recoveryCodesView>;
