import type { AccountStatus } from "@hearth/domain/auth/roles";

const names: Record<AccountStatus, string> = { active: "Active", inactive: "Inactive", suspended: "Suspended" };

/** An account's or a merchant's status, in a word. */
export function statusName(status: AccountStatus): string {
  return names[status];
}
