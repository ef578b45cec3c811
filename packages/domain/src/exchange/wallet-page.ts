import type { Role } from "../auth/roles.ts";

/** The page where an account sets up its wallet. For a merchant, that wallet receives the business's payments. */
export function walletPageOf(role: Role): string {
  return role === "merchant" ? "/merchant/settings?tab=wallet" : "/smart-wallet-setup";
}
