import { errorMessage, isNetworkError, isOutcomeUnknown } from "../../lib/api-error.ts";

/** Message about a failed password change. */
export interface PasswordFailure {
  title: string;
  /** The server's message, if it has one. */
  detail?: string;
}

/** Chooses the specified message: no answer, a refusal with a reason, or a refusal without one. */
export function passwordFailure(error: unknown): PasswordFailure {
  const message = errorMessage(error, "");
  if (isNetworkError(error)) return { title: "Error updating password", ...(isOutcomeUnknown(error) && { detail: message }) };
  return message === "" ? { title: "Failed to change password" } : { title: "Failed to update password", detail: message };
}
