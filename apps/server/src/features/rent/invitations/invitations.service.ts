import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { OwedBill } from "@hearth/domain/notifications/events";
import type { ListInvitationsInput } from "@hearth/domain/rent/invitations";
import { paginate, readCursor } from "../../../paging/cursor.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import type { MessageView } from "../../../trpc/wire.ts";
import { createMailToken, hashToken } from "../../auth/sessions/tokens.ts";
import type { OwnMerchant } from "../../businesses/merchants.service.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { countStrangerMail, requireStrangerMail } from "../../businesses/standing.service.ts";
import { type CountedMail, mailTokenContext, notifyInvited } from "../../notifications/notify.ts";
import {
  findInviter,
  insertInvitation,
  listInvitable,
  listInvitations,
  markInvitationEnded,
  type RenewedLink,
  renewInvitation,
} from "./invitations.repo.ts";
import { type InvitationLinkView, type InvitationPageView, viewInvitation } from "./invitations.view.ts";

/** A page of the merchant's invitations, newest first, including followed and expired ones. */
export async function readInvitations(deps: Deps, actor: Actor, { cursor, limit }: ListInvitationsInput): Promise<InvitationPageView> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const before = cursor === undefined ? undefined : readCursor("tenantInvitation", cursor);
  const rows = await listInvitations(deps.db, { merchantId, before, limit: limit + 1 });
  const { page, nextCursor } = paginate("tenantInvitation", rows, limit, ({ invitation: { createdAt: at, id } }) => ({ at, id }));
  const now = deps.clock.now();
  return { items: page.map(({ invitation, mailError }) => viewInvitation(invitation, mailError, now)), nextCursor };
}

/** A person to invite, and their address. */
interface Invited {
  email: string;
  address: string;
  aptNumber?: string | undefined;
  leaseTenantId?: string;
  /** The debt that the invitation reminds of. */
  owed?: OwedBill | undefined;
}

/** The context of an invitation: transaction, inviter and merchant. */
interface Inviting {
  deps: Deps;
  tx: Transaction;
  origin: CallOrigin;
  actor: Actor;
  merchant: OwnMerchant;
  now: Date;
}

/** Invites somebody by mail to pay the merchant for an apartment, and returns the link. Their earlier invitation ends. @throws HearthError RATE_LIMITED. */
export async function inviteToEnroll(deps: Deps, origin: CallOrigin, actor: Actor, invited: Invited): Promise<InvitationLinkView> {
  const merchant = await requireOwnMerchant(deps, actor);
  const now = deps.clock.now();
  const token = await deps.db.transaction(async (tx) => {
    const counted = await requireStrangerMail(deps, tx, merchant);
    return writeInvitation({ deps, tx, origin, actor, merchant, now }, invited, counted);
  });
  return { url: `${deps.env.publicOrigin}/invitation#${token}` };
}

/** Stores an invitation with its mail, and returns the link's token. */
async function writeInvitation(
  { deps, tx, origin, actor, merchant, now }: Inviting,
  invited: Invited,
  counted: CountedMail,
): Promise<string> {
  const { email, address, aptNumber, leaseTenantId = null, owed } = invited;
  const merchantId = merchant.id;
  const token = createMailToken();
  await markInvitationEnded(tx, merchantId, leaseTenantId === null ? { email } : { leaseTenantId }, now);
  const place = { address, aptNumber: aptNumber || null, leaseTenantId };
  const expiresAt = new Date(now.getTime() + limits.invitationDays * 86_400_000);
  const link = { inviteHash: hashToken(token), invitedBy: actor.userId, createdAt: now, expiresAt };
  const id = await insertInvitation(tx, { merchantId, email, ...place, ...link });
  const entry = { at: now, actorId: actor.userId, action: "rent.invited" as const, subject: publicId("tenantInvitation", id) };
  await insertAuditEntry(tx, origin, { ...entry, data: { merchant: publicId("merchant", merchantId), email } });
  const { name, businessType } = merchant;
  const event = { kind: "tenantInvited", merchant: name, businessType, aptNumber: place.aptNumber, ...(owed && { owed }) } as const;
  const encryptedToken = deps.encryption.encrypt(token, mailTokenContext(actor.userId));
  await notifyInvited(tx, counted, { invitedBy: actor.userId, key: `tenant-invited:${id}`, event, now, encryptedToken, toAddress: email });
  return token;
}

/** Invites a tenant named in a lease to join it, by mail. Returns the link. @throws HearthError NOT_FOUND, also once they have joined. */
export async function inviteToLease(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: { leaseId: string; tenantId: string },
): Promise<InvitationLinkView> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const leaseId = parsePublicId("lease", input.leaseId);
  const tenantId = parsePublicId("leaseTenant", input.tenantId);
  const [named] =
    leaseId && tenantId ? await listInvitable(deps.db, merchantId, { leaseId, tenantIds: [tenantId], now: deps.clock.now() }) : [];
  if (!named) throw new HearthError("NOT_FOUND", { message: "Nobody is invited by this" });
  return inviteToEnroll(deps, origin, actor, named);
}

/**
 * Invites tenants of a lease, in the transaction that makes the lease or reminds of what it owes. Invites nobody while the inviter's own email is not confirmed, and nobody above the
 * business's ceiling of mails, so that neither refuses the lease. Returns how many it invited. At most ten, each some five statements.
 */
export async function inviteInto(inviting: Inviting, leaseId: string, tenantIds: string[], owed?: OwedBill): Promise<number> {
  const { deps, tx, actor, merchant, now } = inviting;
  if (tenantIds.length === 0 || !(await isInviterConfirmed(tx, actor.userId))) return 0;
  const invitable = await listInvitable(tx, merchant.id, { leaseId, tenantIds, now });
  for (const [place, named] of invitable.entries()) {
    const counted = await countStrangerMail(deps, tx, merchant);
    if (counted instanceof HearthError) return place;
    await writeInvitation(inviting, { ...named, owed }, counted);
  }
  return invitable.length;
}

async function isInviterConfirmed(db: DatabaseOrTransaction, userId: string): Promise<boolean> {
  const inviter = await findInviter(db, userId);
  return Boolean(inviter?.confirmedAt);
}

/** Extends the link of an open invitation, or replaces it. Returns false where the invitation is over. One statement. */
export const renewTenantInvitation = (db: DatabaseOrTransaction, link: RenewedLink): Promise<boolean> => renewInvitation(db, link);

/** Revokes an open invitation. @throws HearthError NOT_FOUND. */
export async function takeBackInvitation(deps: Deps, origin: CallOrigin, actor: Actor, invitationId: string): Promise<MessageView> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const id = parsePublicId("tenantInvitation", invitationId);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (id === null || !(await markInvitationEnded(tx, merchantId, { id }, now))) {
      throw new HearthError("NOT_FOUND", { message: "There is no such invitation" });
    }
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.invitationEnded", subject: invitationId });
  });
  return { message: "The invitation was taken back" };
}
