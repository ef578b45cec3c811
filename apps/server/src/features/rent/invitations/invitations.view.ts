import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { InvitationRow } from "./invitations.repo.ts";

/** The reason why an invitation waits: its inviter's confirmed email, or that its business may send more mails. Null once it was mailed. */
export const waitsFor = z.enum(["confirmedEmail", "moreEmails"]).nullable();

export const waitsForOf = ({ waitingSince, sendAt }: Pick<InvitationRow, "waitingSince" | "sendAt">): z.infer<typeof waitsFor> =>
  waitingSince === null ? null : sendAt === null ? "confirmedEmail" : "moreEmails";

/** A tenant's invitation, as its landlord sees it. */
export const invitationView = z.strictObject({
  _id: z.string(),
  email: z.string(),
  address: z.string(),
  aptNumber: z.string().nullable(),
  /** `waiting`: mailed later. `expired`: nobody followed it in time. */
  state: z.enum(["waiting", "invited", "expired", "joined"]),
  waitsFor,
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

/** The details that a tenant reads before accepting an invitation. */
export const openInvitationView = z.strictObject({
  _id: z.string(),
  merchantId: z.string(),
  merchant: z.string(),
  businessType: z.enum(businessTypes),
  /** The name of the person who sent it. */
  invitedBy: z.string(),
  /** The address it was sent to. Any account may accept it. */
  email: z.string(),
  address: z.string(),
  aptNumber: z.string().nullable(),
  /** The lease to join, with its present rent, or the first one if it has not begun. Null where the invitation names none. */
  lease: z.strictObject({ rent: z.number(), dueDay: z.number().int(), startsOn: z.string(), endsOn: z.string().nullable() }).nullable(),
});
export type OpenInvitationView = z.infer<typeof openInvitationView>;

/** `isRenewed` is false for a link that was used, taken back or replaced. */
export const renewedInvitationView = z.strictObject({ isRenewed: z.boolean() });

/** Invitations that wait for the signed-in tenant. `needsConfirmation`: they are shown once the account's email is confirmed. */
export const ownInvitationsView = z.strictObject({ needsConfirmation: z.boolean(), items: openInvitationView.array() });

export function viewInvitation(row: InvitationRow, mailError: string | null, now: Date): InvitationView {
  const { email, address, aptNumber, createdAt, expiresAt, joinedAt } = row;
  return {
    _id: publicId("tenantInvitation", row.id),
    email,
    address,
    aptNumber,
    state: joinedAt !== null ? "joined" : row.waitingSince !== null ? "waiting" : expiresAt <= now ? "expired" : "invited",
    waitsFor: waitsForOf(row),
    invitedAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    joinedAt: joinedAt?.toISOString() ?? null,
    mailProblem: joinedAt === null ? mailError : null,
  };
}
