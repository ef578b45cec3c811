import type { Role } from "../auth/roles.ts";

/** The page on which an account sets its wallet up: a merchant's wallet is where the business is paid. */
export function walletPageOf(role: Role): string {
  return role === "merchant" ? "/merchant/settings?tab=wallet" : "/smart-wallet-setup";
}
