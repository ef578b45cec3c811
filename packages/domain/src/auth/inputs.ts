import { z } from "zod";
import { limits } from "../limits.ts";
import { email, personName, text } from "../text.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { assertionResponse } from "./passkeys.ts";

const requiredField = "All fields are required";
const bytes = (value: string) => new TextEncoder().encode(value).length;

/** A new password: at least 8 characters, at most 256 bytes, not a common one. It is kept exactly as typed. */
function passwordToSet(messages: { required: string; tooShort: string }) {
  return z
    .string({ error: messages.required })
    .min(1, messages.required)
    .refine((value) => value.length === 0 || [...value].length >= limits.passwordMinLength, messages.tooShort)
    .refine((value) => bytes(value) <= limits.passwordMaxBytes, "Password must be at most 256 bytes")
    .refine((value) => !isCommonPassword(value), "Please choose a less common password");
}

export const newPassword = passwordToSet({ required: requiredField, tooShort: "Password must be at least 8 characters" });

/**
 * Optional proofs of a sign-up, which keep it from the limit of its network: the token of an invitation's link, or the solution of a challenge of
 * `auth.signUpChallenge`, as JSON.
 */
export const signUpProof = { invitation: z.string().max(128).optional(), work: z.string().max(2_000).optional() };
export interface SignUpProof {
  invitation?: string | undefined;
  work?: string | undefined;
}

export const registerInput = z.strictObject({
  firstName: personName({ max: limits.nameMaxLength, required: requiredField }),
  lastName: personName({ max: limits.nameMaxLength, required: requiredField }),
  email: email({ max: limits.emailMaxLength, required: requiredField }),
  password: newPassword,
  role: z.enum(["user", "merchant"], { error: "Role must be user or merchant" }).default("user"),
  ...signUpProof,
});
export type RegisterInput = z.infer<typeof registerInput>;

/** The sign-up form: the call's fields and the password repeated. */
export const registerForm = registerInput
  .omit({ role: true, invitation: true, work: true })
  .extend({ confirmPassword: z.string().min(1, requiredField) })
  .refine((form) => form.password === form.confirmPassword, { path: ["confirmPassword"], message: "Passwords do not match" });

export const loginInput = z.strictObject({
  email: text({ max: limits.emailMaxLength, required: "Email is required" }).transform((value) => value.toLowerCase()),
  password: z
    .string({ error: "Password is required" })
    .min(1, "Password is required")
    .refine((value) => bytes(value) <= limits.passwordMaxBytes, "Invalid email or password"),
});
export type LoginInput = z.infer<typeof loginInput>;

/** Replaces a first password that somebody else chose. */
export const replaceFirstPasswordInput = z.strictObject({ ...loginInput.shape, newPassword });
export type ReplaceFirstPasswordInput = z.infer<typeof replaceFirstPasswordInput>;

/** The form that replaces a first password: the new password, twice. */
export const firstPasswordForm = z
  .object({ newPassword, confirmPassword: z.string().min(1, requiredField) })
  .refine((form) => form.newPassword === form.confirmPassword, { path: ["confirmPassword"], message: "Passwords do not match" });

/** The current password of the signed-in account, asked for again. */
function ownPassword(messages: { required: string; wrong: string }) {
  return z
    .string({ error: messages.required })
    .min(1, messages.required)
    .refine((value) => bytes(value) <= limits.passwordMaxBytes, messages.wrong);
}

const currentPassword = ownPassword({ required: "Please enter your current password", wrong: "Current password is incorrect" });

/** The current password, asked for again before anything but the password changes. */
export const provingPassword = ownPassword({ required: "Please enter your password", wrong: "This is not your password" });

function passwordChange(tooShort: string) {
  return z.strictObject({ currentPassword, newPassword: passwordToSet({ required: "Please enter a new password", tooShort }) });
}

/** Changes an admin's own password. A documented call. */
export const changePasswordInput = passwordChange("New password must be at least 8 characters");
export type ChangePasswordInput = z.infer<typeof changePasswordInput>;

/** Changes the password of any other account. A documented call with its own sentence for a short password. */
export const changeOwnPasswordInput = passwordChange("New password must be at least 8 characters long");

/** Adds the repeated new password to a call's fields, for its form. */
function withConfirmation(input: typeof changePasswordInput) {
  return input
    .extend({ confirmPassword: z.string() })
    .refine((form) => form.newPassword === form.confirmPassword, { path: ["confirmPassword"], message: "New passwords do not match" });
}

export const changePasswordForm = withConfirmation(changePasswordInput);
export const changeOwnPasswordForm = withConfirmation(changeOwnPasswordInput);

/** Sets the first password of an account that was made with a passkey. */
export const setPasswordInput = changeOwnPasswordInput.pick({ newPassword: true });
export type SetPasswordInput = z.infer<typeof setPasswordInput>;

export const setPasswordForm = setPasswordInput
  .extend({ confirmPassword: z.string() })
  .refine((form) => form.newPassword === form.confirmPassword, { path: ["confirmPassword"], message: "New passwords do not match" });

/** Changes one's own name and email. A documented call. */
export const profileFields = z.strictObject({
  firstName: personName({ max: limits.nameMaxLength, required: "First name is required" }),
  lastName: personName({ max: limits.nameMaxLength, required: "Last name is required" }),
  email: email({ max: limits.emailMaxLength, required: "Email is required" }),
});

/** Changes the profile. `seen`: what the editor saw; a profile that shows something else by now is not changed. */
export const updateProfileInput = profileFields.extend({
  seen: z.strictObject({ firstName: z.string(), lastName: z.string(), email: z.string() }).optional(),
});
export type UpdateProfileInput = z.infer<typeof updateProfileInput>;

/** The token in a mailed link. */
const mailToken = z.string({ error: "This link is not complete" }).regex(/^hrm_[\w-]{43}$/, "This link is not complete");

/** Asks for a mailed link to reset the password. */
export const forgotPasswordInput = z.strictObject({ email: loginInput.shape.email });

/** Sets a new password with the token of a mailed link. */
export const resetPasswordInput = z.strictObject({
  token: mailToken,
  newPassword: passwordToSet({ required: "Please enter a new password", tooShort: "New password must be at least 8 characters long" }),
  code: z.string().max(limits.secondFactorCodeMaxLength).optional(),
  /** Replaces the code if the account has a passkey. */
  passkey: assertionResponse.optional(),
  /** Undoes what was done with the account in the last days. A link in a notice does so in any case. */
  undo: z.boolean().optional(),
});
export type ResetPasswordInput = z.infer<typeof resetPasswordInput>;

export const resetPasswordForm = resetPasswordInput
  .pick({ newPassword: true })
  .extend({ confirmPassword: z.string(), undo: z.boolean() })
  .refine((form) => form.newPassword === form.confirmPassword, { path: ["confirmPassword"], message: "New passwords do not match" });

/** Confirms an email address with the token of a mailed link. */
export const confirmEmailInput = z.strictObject({ token: mailToken });

export const sessionIdInput = z.strictObject({ sessionId: z.string().max(64) });
