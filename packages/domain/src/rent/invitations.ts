import { z } from "zod";
import { limits } from "../limits.ts";
import { email, text } from "../text.ts";
import { pageShape } from "../page.ts";

const id = z.string().max(64);

const place = {
  address: text({ max: limits.addressMaxLength, required: "Street address is required" }),
  aptNumber: text({ max: limits.apartmentMaxLength }).optional(),
};

/** Whom to invite, to which apartment. */
export const inviteToEnrollInput = z.strictObject({
  email: email({ max: limits.emailMaxLength, required: "Email is required" }),
  ...place,
});
/** What the form holds. */
export const inviteToEnrollForm = inviteToEnrollInput.extend({ aptNumber: text({ max: limits.apartmentMaxLength }) });
/** Which tenant of a lease to invite: they live in its unit. */
export const inviteToLeaseInput = z.strictObject({ leaseId: id, tenantId: id });
export const invitationIdInput = z.strictObject({ invitationId: id });

/** What an invitation's link carries. */
export const invitationTokenInput = z.strictObject({ token: z.string().max(128) });
/** What an invitation's link carries, as the documented call names it. */
export const joinLeaseInput = z.strictObject({ invitation: invitationTokenInput.shape.token });

/** A page of a landlord's invitations. */
export const listInvitationsInput = z.strictObject(pageShape);
export type ListInvitationsInput = z.infer<typeof listInvitationsInput>;
