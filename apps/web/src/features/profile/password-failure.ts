import { errorMessage, isNetworkError } from "../../lib/api-error.ts";

/** What is said about a password that was not changed. */
export interface PasswordFailure {
  title: string;
  /** The server's own sentence, where it has one. */
  detail?: string;
}

/** Which of the specified sentences fits: no answer came, the server said why, or it could not say. */
export function passwordFailure(error: unknown): PasswordFailure {
  if (isNetworkError(error)) return { title: "Error updating password" };
  const said = errorMessage(error, "");
  return said === "" ? { title: "Failed to change password" } : { title: "Failed to update password", detail: said };
}
