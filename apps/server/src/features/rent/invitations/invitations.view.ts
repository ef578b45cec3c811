import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { InvitationRow } from "./invitations.repo.ts";

/** A tenant's invitation, as its landlord sees it. */
export const invitationView = z.strictObject({
  _id: z.string(),
  email: z.string(),
  address: z.string(),
  aptNumber: z.string().nullable(),
  /** `expired`: nobody followed it in time. */
  state: z.enum(["invited", "expired", "joined"]),
  invitedAt: isoTime,
  expiresAt: isoTime,
  joinedAt: isoTime.nullable(),
  /** The reason why its mail bounced or no mail server accepted it. Null otherwise. */
  mailProblem: z.string().nullable(),
});
export type InvitationView = z.infer<typeof invitationView>;
export const invitationPageView = z.strictObject({ items: invitationView.array(), nextCursor: z.string().nullable() });
export type InvitationPageView = z.infer<typeof invitationPageView>;

/** The link of an invitation, for landlords who send it themselves. */
export const invitationLinkView = z.strictObject({ url: z.string() });
export type InvitationLinkView = z.infer<typeof invitationLinkView>;

/** The details that a link's holder reads before following it. */
export const openInvitationView = z.strictObject({
  merchantId: z.string(),
  merchant: z.string(),
  businessType: z.enum(businessTypes),
  address: z.string(),
  aptNumber: z.string().nullable(),
});
export type OpenInvitationView = z.infer<typeof openInvitationView>;

export function viewInvitation(row: InvitationRow, mailError: string | null, now: Date): InvitationView {
  const { email, address, aptNumber, createdAt, expiresAt, joinedAt } = row;
  return {
    _id: publicId("tenantInvitation", row.id),
    email,
    address,
    aptNumber,
    state: joinedAt !== null ? "joined" : expiresAt <= now ? "expired" : "invited",
    invitedAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    joinedAt: joinedAt?.toISOString() ?? null,
    mailProblem: joinedAt === null ? mailError : null,
  };
}
