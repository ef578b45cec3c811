import { trpc } from "../../../lib/trpc.ts";

/** Returns the wallet whose replacement asks for the password: the present one, or null for an account without a password. */
export function useProtectedWallet(current: string | null): string | null {
  return trpc.auth.secondFactor.useQuery().data?.hasPassword === false ? null : current;
}

/** True if a change requires the password, because it replaces an existing wallet. */
export function needsPassword(current: string | null, next: string): boolean {
  return current !== null && current.toLowerCase() !== next.trim().toLowerCase();
}

export const passwordHint = "We ask again because this decides where your money goes.";
