import { z } from "zod";
import { newPassword, registerInput } from "../auth/inputs.ts";
import { limits } from "../limits.ts";
import { email } from "../text.ts";

/** What somebody may do for a business, the most first: all of it; what is daily work (disputes, refunds, unmatched money, rent); look. */
export const staffRoles = ["owner", "manager", "viewer"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** Whether a role includes another one. */
export function includesRole(role: StaffRole, wanted: StaffRole): boolean {
  return staffRoles.indexOf(role) <= staffRoles.indexOf(wanted);
}

const role = z.enum(staffRoles, { error: "Please choose a role" });
const staffId = z.string().max(64);

/** Whom to invite, to do what. */
export const inviteStaffInput = z.strictObject({ email: email({ max: limits.emailMaxLength, required: "Email is required" }), role });
export const changeStaffRoleInput = z.strictObject({ staffId, role });
export const staffIdInput = z.strictObject({ staffId });

/** What an invitation's link carries. */
export const staffInvitationInput = z.strictObject({ token: z.string().max(128) });

const { firstName, lastName } = registerInput.shape;
/** What somebody without an account says to follow an invitation; their e-mail is the invitation's. */
export const acceptStaffInvitationInput = z.strictObject({ ...staffInvitationInput.shape, firstName, lastName, password: newPassword });
/** What the form asks for. */
export const acceptStaffInvitationForm = acceptStaffInvitationInput.omit({ token: true });
