import { z } from "zod";
import { limits } from "../limits.ts";
import { provingPassword, loginInput } from "./inputs.ts";

/** Proof that an account's owner gave before a change that affects money: the password alone, or also a second-factor code. */
export const ownerConfirmations = ["password", "secondFactor"] as const;
export type OwnerConfirmation = (typeof ownerConfirmations)[number];

/** A code as typed or pasted: from an authenticator app, or a recovery code. */
export type TypedCode = { kind: "app"; digits: string } | { kind: "recovery"; letters: string };

/** Parses a typed code. Ignores blanks, dashes and case, which people and password managers add. */
export function readCode(typed: string): TypedCode {
  const compact = typed.normalize("NFKC").replace(/[\s-]/g, "").toUpperCase();
  return /^\d{6}$/.test(compact) ? { kind: "app", digits: compact } : { kind: "recovery", letters: compact };
}

const codeText = z.string({ error: "Please enter the code" }).max(limits.secondFactorCodeMaxLength, "This code is too long");
const code = codeText.refine((value) => value.trim() !== "", "Please enter the code");

/** Signs in with the documented fields, and with a second-factor code once it is requested. */
export const signInInput = loginInput.extend({
  code: codeText.meta({ description: "From the authenticator app, or a recovery code. Needed if two-step sign-in is on." }).optional(),
});
export type SignInInput = z.infer<typeof signInInput>;

/** Confirms a signed-in account's identity again: the password, and a code if two-step sign-in is on. */
export const stepUpInput = z.strictObject({ password: provingPassword, code: code.optional() });
export type StepUpInput = z.infer<typeof stepUpInput>;

/** The password where the account has one. A recent step-up takes its place otherwise. */
const holdersPassword = provingPassword.optional();

/** Confirms the account's identity before new recovery codes: the password, and a code if two-step sign-in is on. */
export const confirmOwnerInput = z.strictObject({ password: holdersPassword, code: code.optional() });
export type ConfirmOwnerInput = z.infer<typeof confirmOwnerInput>;

/** The form that confirms identity again. The code is required only with a second factor, and the password only where the account has one. */
export function ownerForm({ hasSecondFactor, hasPassword = true }: { hasSecondFactor: boolean; hasPassword?: boolean }) {
  return z.object({ password: hasPassword ? provingPassword : z.string(), code: hasSecondFactor ? code : z.string() });
}

/** Asks for a new second-factor secret, confirmed with the password. */
export const beginSecondFactorInput = z.strictObject({ password: holdersPassword });

/** The app's first code, which proves that it holds the secret. */
export const confirmSecondFactorInput = z.strictObject({ code });

/** Confirms switching the second factor off, or making new recovery codes. */
export const provenSecondFactorInput = z.strictObject({ password: holdersPassword, code });
export type ProvenSecondFactorInput = z.infer<typeof provenSecondFactorInput>;

/** The first code of an admin who must set up a second factor before signing in. */
export const completeFirstSignInInput = z.strictObject({ challenge: z.string().max(100), code });
export type CompleteFirstSignInInput = z.infer<typeof completeFirstSignInInput>;
