import type { Role } from "@hearth/domain/auth/roles";

const names: Record<Role, string> = { user: "Consumer", merchant: "Merchant", admin: "Administrator" };

/** What an account is, in words. */
export function roleName(role: Role): string {
  return names[role];
}
