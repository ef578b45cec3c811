import { z } from "zod";
import { staffRoles } from "./staff-roles.ts";
import { newPassword, registerInput } from "../auth/inputs.ts";
import { limits } from "../limits.ts";
import { email } from "../text.ts";

const role = z.enum(staffRoles, { error: "Please choose a role" });
const staffId = z.string().max(64);

/** Invites somebody by email, with a role. */
export const inviteStaffInput = z.strictObject({ email: email({ max: limits.emailMaxLength, required: "Email is required" }), role });
export const changeStaffRoleInput = z.strictObject({ staffId, role });
export const staffIdInput = z.strictObject({ staffId });

/** The token in an invitation's link. */
export const staffInvitationInput = z.strictObject({ token: z.string().max(128) });

const { firstName, lastName } = registerInput.shape;
/** The names of somebody who accepts an invitation without having an account. The email is the invitation's. */
export const acceptStaffInvitationNames = z.strictObject({ firstName, lastName });
/** The names, and a password. */
export const acceptStaffInvitationForm = acceptStaffInvitationNames.extend({ password: newPassword });
