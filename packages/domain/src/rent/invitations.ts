import { z } from "zod";
import { limits } from "../limits.ts";
import { email, text } from "../text.ts";
import { pageShape } from "../page.ts";

const id = z.string().max(64);

const place = {
  address: text({ max: limits.addressMaxLength, required: "Street address is required" }),
  aptNumber: text({ max: limits.apartmentMaxLength }).optional(),
};

/** Invites somebody by email to enroll, with their address. */
export const inviteToEnrollInput = z.strictObject({
  email: email({ max: limits.emailMaxLength, required: "Email is required" }),
  ...place,
});
/** The form of such an invitation. */
export const inviteToEnrollForm = inviteToEnrollInput.extend({ aptNumber: text({ max: limits.apartmentMaxLength }) });
/** Invites a tenant of a lease. Their address is the lease's unit. */
export const inviteToLeaseInput = z.strictObject({ leaseId: id, tenantId: id });
export const invitationIdInput = z.strictObject({ invitationId: id });

/** The token in an invitation's link. */
export const invitationTokenInput = z.strictObject({ token: z.string().max(128) });
/** The token of an invitation's link, under the name that the documented call uses. */
export const joinLeaseInput = z.strictObject({ invitation: invitationTokenInput.shape.token });

/** A page of a landlord's invitations. */
export const listInvitationsInput = z.strictObject(pageShape);
export type ListInvitationsInput = z.infer<typeof listInvitationsInput>;
