import { z } from "zod";
import { limits } from "../limits.ts";
import { provingPassword, loginInput } from "./inputs.ts";

/** What an account's owner has shown before something is changed that money depends on: the password alone, or a code of the second factor as well. */
export const ownerConfirmations = ["password", "secondFactor"] as const;
export type OwnerConfirmation = (typeof ownerConfirmations)[number];

/** A code as it was typed or pasted: of an authenticator app, or one of the recovery codes. */
export type TypedCode = { kind: "app"; digits: string } | { kind: "recovery"; letters: string };

/** Reads a code past the blanks and dashes that people and password managers put into it, and in whichever case. */
export function readCode(typed: string): TypedCode {
  const compact = typed.normalize("NFKC").replace(/[\s-]/g, "").toUpperCase();
  return /^\d{6}$/.test(compact) ? { kind: "app", digits: compact } : { kind: "recovery", letters: compact };
}

const codeText = z.string({ error: "Please enter the code" }).max(limits.secondFactorCodeMaxLength, "This code is too long");
const code = codeText.refine((value) => value.trim() !== "", "Please enter the code");

/** Signing in: the documented fields, and the code of the second factor once it is asked for. */
export const signInInput = loginInput.extend({
  code: codeText.meta({ description: "Of the authenticator app, or a recovery code, where two-step sign-in is on." }).optional(),
});
export type SignInInput = z.infer<typeof signInInput>;

/** Shows who is signed in once more: the password, and a code where the second factor is on. */
export const stepUpInput = z.strictObject({ password: provingPassword, code: code.optional() });
export type StepUpInput = z.infer<typeof stepUpInput>;

/** What a form asks for that shows who is signed in. */
export function ownerForm({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  return z.object({ password: provingPassword, code: hasSecondFactor ? code : z.string() });
}

/** Shows an account its new secret, for its password. */
export const beginSecondFactorInput = z.strictObject({ password: provingPassword });

/** The first code of the app, which shows that it holds the secret. */
export const confirmSecondFactorInput = z.strictObject({ code });

/** What switching off, and making new recovery codes, asks for. */
export const provenSecondFactorInput = z.strictObject({ password: provingPassword, code });
export type ProvenSecondFactorInput = z.infer<typeof provenSecondFactorInput>;

/** The first code of an administrator who had to set up a second factor before signing in. */
export const completeFirstSignInInput = z.strictObject({ challenge: z.string().max(100), code });
export type CompleteFirstSignInInput = z.infer<typeof completeFirstSignInInput>;
