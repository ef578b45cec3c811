/** Kinds of account. Only the operations CLI creates admins. */
export const roles = ["user", "merchant", "admin"] as const;
export type Role = (typeof roles)[number];

/** Statuses of an account or a merchant. Only active ones may be used. */
export const accountStatuses = ["active", "inactive", "suspended"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** The path to open after signing in. */
export function homePath(role: Role): string {
  if (role === "merchant") return "/merchant/dashboard";
  return role === "admin" ? "/admin/login" : "/dashboard";
}

/** The path to open after an admin signs in. */
export const adminHomePath = "/admin/dashboard";
