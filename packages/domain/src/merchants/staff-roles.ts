/** What somebody may do for a business, the most first: all of it; what is daily work (disputes, refunds, unmatched money, rent); look. */
export const staffRoles = ["owner", "manager", "viewer"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Whether a role includes another one. */
export function includesRole(role: StaffRole, wanted: StaffRole): boolean {
  return staffRoles.indexOf(role) <= staffRoles.indexOf(wanted);
}
