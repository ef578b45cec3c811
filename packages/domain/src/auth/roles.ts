/** What an account is. Admins are made by the operations CLI only. */
export const roles = ["user", "merchant", "admin"] as const;
export type Role = (typeof roles)[number];

/** Whether an account or a merchant may be used. */
export const accountStatuses = ["active", "inactive", "suspended"] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** Where a freshly signed-in account goes. */
export function homePath(role: Role): string {
  if (role === "merchant") return "/merchant/dashboard";
  return role === "admin" ? "/admin/login" : "/dashboard";
}

/** Where the admin sign-in leads. */
export const adminHomePath = "/admin/dashboard";
