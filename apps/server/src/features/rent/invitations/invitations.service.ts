import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { OwedBill } from "@hearth/domain/notifications/events";
import { type Day, dayIn, later, monthOf } from "@hearth/domain/rent/calendar";
import type { ListInvitationsInput } from "@hearth/domain/rent/invitations";
import { termsFor } from "@hearth/domain/rent/periods";
import { paginate, readCursor } from "../../../paging/cursor.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import type { MessageView } from "../../../trpc/wire.ts";
import { createMailToken, hashToken } from "../../auth/sessions/tokens.ts";
import { findPayeeWords } from "../../businesses/payee-cards.ts";
import type { OwnMerchant } from "../../businesses/merchants.service.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { countStrangerMail, requireStrangerMail } from "../../businesses/standing.service.ts";
import { type CountedMail, mailTokenContext, notifyInvited } from "../../notifications/notify.ts";
import { type LeaseTermsRow, listTerms } from "../rows/lease-rows.repo.ts";
import {
  findInvitedHome,
  findInviter,
  holdInviter,
  insertInvitation,
  isInvitable,
  listInvitable,
  listInvitations,
  lockMailed,
  markInvitationEnded,
  type InvitationRow,
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
  const token = createMailToken();
  const invitation = await insertInvited({ tx, origin, actor, merchant, now }, invited, { inviteHash: hashToken(token) });
  await mailInvitation({ deps, tx, merchant, now }, { ...invitation, owed: invited.owed }, token, counted);
  return token;
}

/** Stores an invitation in place of an earlier one: with the hash of its link, or waiting until `sendAt`. */
async function insertInvited(
  { tx, origin, actor, merchant, now }: Omit<Inviting, "deps">,
  { email, address, aptNumber, leaseTenantId: tenantId }: Invited,
  state: { inviteHash: string } | { waitingSince: Date; sendAt: Date | null },
) {
  const [merchantId, leaseTenantId] = [merchant.id, tenantId ?? null];
  await markInvitationEnded(tx, merchantId, leaseTenantId === null ? { email } : { leaseTenantId }, now);
  const place = { email, address, aptNumber: aptNumber || null, leaseTenantId };
  const id = await insertInvitation(tx, {
    merchantId,
    ...place,
    ...state,
    invitedBy: actor.userId,
    createdAt: now,
    expiresAt: invitationEnd(now),
  });
  const entry = { at: now, actorId: actor.userId, action: "rent.invited" as const, subject: publicId("tenantInvitation", id) };
  await insertAuditEntry(tx, origin, { ...entry, data: { merchant: publicId("merchant", merchantId), email } });
  return { id, ...place, invitedBy: actor.userId };
}

/** The end of an invitation that is mailed now. */
export const invitationEnd = (now: Date): Date => new Date(now.getTime() + limits.invitationDays * 86_400_000);

/** The terms that an invitation to a lease names: those of this month, or of the lease's first month. */
export function invitedTerms({ startsOn, timeZone }: { startsOn: Day; timeZone: string }, versions: LeaseTermsRow[], now: Date) {
  return termsFor(versions, later(monthOf(startsOn), monthOf(dayIn(now, timeZone))));
}

/** The home and rent that the mail of an invitation names, where the invitation names a tenant of a lease. Two statements. */
async function readInvitedLease(tx: Transaction, leaseTenantId: string | null, now: Date) {
  const home = leaseTenantId === null ? null : await findInvitedHome(tx, leaseTenantId);
  if (home === null) return undefined;
  const { rentCents, dueDay } = invitedTerms(home, (await listTerms(tx, [home.leaseId])).get(home.leaseId) ?? [], now);
  return { property: home.property, unit: home.unit, rentCents, dueDay };
}

/** Queues the mail of an invitation with its link. */
export async function mailInvitation(
  { deps, tx, merchant, now }: Pick<Inviting, "deps" | "tx" | "merchant" | "now">,
  invitation: Pick<InvitationRow, "id" | "email" | "aptNumber" | "invitedBy" | "leaseTenantId"> & Pick<Invited, "owed">,
  token: string,
  counted: CountedMail,
): Promise<void> {
  const { name, businessType } = merchant;
  const { id, email, aptNumber, invitedBy, owed } = invitation;
  const lease = await readInvitedLease(tx, invitation.leaseTenantId, now);
  const payeeWords = await findPayeeWords(deps, tx, merchant.id);
  const about = {
    merchant: name,
    businessType,
    aptNumber,
    ...(lease && { lease }),
    ...(owed && { owed }),
    ...(payeeWords !== null && { payeeWords }),
  };
  const event = { kind: "tenantInvited", ...about } as const;
  const encryptedToken = deps.encryption.encrypt(token, mailTokenContext(invitedBy));
  await notifyInvited(tx, counted, { invitedBy, key: `tenant-invited:${id}`, event, now, encryptedToken, toAddress: email });
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
  if (!named) throw new HearthError("NOT_FOUND", { message: "No one is invited by this" });
  return inviteToEnroll(deps, origin, actor, named);
}

/**
 * Invites tenants of a lease, in the transaction that makes the lease or reminds of what it owes. While the inviter's own email is not confirmed, or the business
 * is above its ceiling of mails, an invitation waits if it `mayWait`; `sendWaitingInvitations` mails it then. At most ten tenants, each some seven statements.
 * Returns how many were mailed.
 */
export async function inviteInto(
  inviting: Inviting,
  leaseId: string,
  tenantIds: string[],
  { owed, mayWait = true }: { owed?: OwedBill | undefined; mayWait?: boolean } = {},
): Promise<number> {
  const { deps, tx, actor, merchant, now } = inviting;
  if (tenantIds.length === 0) return 0;
  // A confirmation at the same moment would miss an invitation that begins to wait now, so it waits for this transaction.
  const isConfirmed = (await isInviterConfirmed(tx, actor.userId)) || Boolean((await holdInviter(tx, actor.userId))?.confirmedAt);
  let mailed = 0;
  for (const named of await listInvitable(tx, merchant.id, { leaseId, tenantIds, now })) {
    const counted = isConfirmed ? await countStrangerMail(deps, tx, merchant) : null;
    if (counted !== null && !(counted instanceof HearthError)) {
      await writeInvitation(inviting, { ...named, owed }, counted);
      mailed += 1;
    } else if (mayWait) {
      await insertInvited(inviting, named, { waitingSince: now, sendAt: counted && nextTry(counted, now) });
    }
  }
  return mailed;
}

/** When an invitation is tried again that was refused now: once the refused business may send mails, or an hour later. */
export const nextTry = ({ retryAfterSeconds }: HearthError, now: Date): Date =>
  new Date(now.getTime() + (retryAfterSeconds ?? 3_600) * 1_000);

export async function isInviterConfirmed(db: DatabaseOrTransaction, userId: string): Promise<boolean> {
  const inviter = await findInviter(db, userId);
  return Boolean(inviter?.confirmedAt);
}

/** Extends the link of an open invitation, or replaces it. Returns false where the invitation is over. One statement. */
export const renewTenantInvitation = (db: DatabaseOrTransaction, link: RenewedLink): Promise<boolean> => renewInvitation(db, link);

/** Mails an invitation again, with a new link in place of the one before. @throws HearthError NOT_FOUND, RATE_LIMITED. */
export async function resendInvitation(deps: Deps, origin: CallOrigin, actor: Actor, invitationId: string): Promise<InvitationLinkView> {
  const merchant = await requireOwnMerchant(deps, actor);
  const id = parsePublicId("tenantInvitation", invitationId);
  const now = deps.clock.now();
  const token = await deps.db.transaction(async (tx) => {
    const mailed = id && (await lockMailed(tx, merchant.id, id));
    if (!mailed || (mailed.leaseTenantId !== null && !(await isInvitable(tx, mailed.leaseTenantId, now)))) {
      throw new HearthError("NOT_FOUND", { message: "This invitation was accepted, cancelled or replaced" });
    }
    const { email, address, aptNumber, leaseTenantId } = mailed;
    const invited = { email, address, aptNumber: aptNumber ?? undefined, ...(leaseTenantId !== null && { leaseTenantId }) };
    return writeInvitation({ deps, tx, origin, actor, merchant, now }, invited, await requireStrangerMail(deps, tx, merchant));
  });
  return { url: `${deps.env.publicOrigin}/invitation#${token}` };
}

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
  return { message: "Invitation cancelled" };
}
