/**
 * Staff roles, most powerful first. An owner may do everything; a manager handles disputes, refunds, unmatched money and rent; a viewer
 * only reads.
 */
export const staffRoles = ["owner", "manager", "viewer"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** True if `role` includes the permissions of `wanted`. */
export function includesRole(role: StaffRole, required: StaffRole): boolean {
  return staffRoles.indexOf(role) <= staffRoles.indexOf(required);
}
