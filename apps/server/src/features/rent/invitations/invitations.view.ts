import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { InvitationRow } from "./invitations.repo.ts";

/** An invitation of a tenant, as its landlord sees it. */
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
  /** Why its mail did not arrive, where it came back or no mail server took it. */
  mailProblem: z.string().nullable(),
});
export type InvitationView = z.infer<typeof invitationView>;
export const invitationPageView = z.strictObject({ items: invitationView.array(), nextCursor: z.string().nullable() });
export type InvitationPageView = z.infer<typeof invitationPageView>;

/** The link of an invitation, for whoever wants to send it themselves. */
export const invitationLinkView = z.strictObject({ url: z.string() });
export type InvitationLinkView = z.infer<typeof invitationLinkView>;

/** What somebody who follows an invitation reads first. */
export const openInvitationView = z.strictObject({
  merchantId: z.string(),
  merchant: z.string(),
  businessType: z.enum(businessTypes),
  address: z.string(),
  aptNumber: z.string().nullable(),
});
export type OpenInvitationView = z.infer<typeof openInvitationView>;

/** A row as its landlord sees it. */
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
