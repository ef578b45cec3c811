import { violatedConstraint } from "@hearth/db/errors";
import { HearthError } from "@hearth/domain/errors";
import { networkOf } from "../../../network-of.ts";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import type { z } from "zod";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { readAccount } from "../../auth/sign-in/auth.service.ts";
import type { UserView } from "../../auth/rows/auth.view.ts";
import { enrollInvited } from "../../auth/profile/enrollment.service.ts";
import { hashToken } from "../../auth/sessions/tokens.ts";
import { type LeaseTermsRow, listTerms } from "../rows/lease-rows.repo.ts";
import {
  endExpired,
  findInvitation,
  findInviter,
  insertInvitation,
  type InvitationRow,
  listInvitationsTo,
  markFollowed,
  markNamedJoined,
  type OpenInvitationRow,
} from "./invitations.repo.ts";
import { invitationEnd, invitedTerms } from "./invitations.service.ts";
import type { OpenInvitationView, ownInvitationsView } from "./invitations.view.ts";

/** Reads the open invitation of a link. @throws HearthError MAIL_LINK_INVALID where the link is used, revoked, expired or unknown. */
export async function readOpenInvitation(deps: Deps, token: string): Promise<OpenInvitationView> {
  const [view] = await viewOpen(deps, [await requireInvitation(deps, token)]);
  if (view === undefined) throw new HearthError("MAIL_LINK_INVALID");
  return view;
}

/** Reads the invitations that wait for the calling consumer's confirmed email. Three statements. */
export async function readOwnInvitations(deps: Deps, actor: Actor): Promise<z.infer<typeof ownInvitationsView>> {
  const account = await findInviter(deps.db, actor.userId);
  if (!account?.confirmedAt) return { needsConfirmation: true, items: [] };
  const rows = await listInvitationsTo(deps.db, actor.userId, deps.clock.now());
  return { needsConfirmation: false, items: await viewOpen(deps, rows) };
}

/** Views invitations with the rents of the leases that they name. At most one statement. */
async function viewOpen({ db, clock }: Deps, rows: OpenInvitationRow[]): Promise<OpenInvitationView[]> {
  const leaseIds = rows.flatMap(({ lease }) => lease?.id ?? []);
  const terms = leaseIds.length === 0 ? new Map<string, LeaseTermsRow[]>() : await listTerms(db, leaseIds);
  return rows.map(({ invitation, merchant, inviter, lease }) => ({
    _id: publicId("tenantInvitation", invitation.id),
    merchantId: publicId("merchant", invitation.merchantId),
    merchant: merchant.name,
    businessType: merchant.businessType,
    invitedBy: `${inviter.firstName} ${inviter.lastName}`,
    email: invitation.email,
    address: invitation.address,
    aptNumber: invitation.aptNumber,
    lease: lease && viewTerms(lease, terms.get(lease.id) ?? [], clock.now()),
  }));
}

function viewTerms(lease: NonNullable<OpenInvitationRow["lease"]>, versions: LeaseTermsRow[], now: Date) {
  const { startsOn, endsOn } = lease;
  const { rentCents, dueDay } = invitedTerms(lease, versions, now);
  return { rent: wireAmount(rentCents), dueDay, startsOn, endsOn };
}

async function requireInvitation(deps: Deps, token: string) {
  const found = await findInvitation(deps.db, hashToken(token), deps.clock.now());
  if (found === null || found.merchant.status === "suspended") throw new HearthError("MAIL_LINK_INVALID");
  return found;
}

/**
 * Enrolls the calling consumer with the landlord and apartment of an invitation. Where the invitation names a lease, the consumer becomes its tenant. @throws
 * HearthError MAIL_LINK_INVALID, FORBIDDEN except for consumers, MERCHANT_UNAVAILABLE, CONFLICT where somebody else has that place on the lease.
 */
export async function followInvitation(deps: Deps, origin: CallOrigin, actor: Actor, token: string): Promise<UserView> {
  requireConsumer(actor);
  const { invitation } = await requireInvitation(deps, token);
  await follow(deps, origin, actor, invitation);
  return readAccount(deps, actor);
}

/**
 * Enrolls the calling consumer and makes them a tenant of the invitation's lease. This is the documented call, and it returns the lease. @throws HearthError
 * like `followInvitation`.
 */
export async function joinLease(deps: Deps, origin: CallOrigin, actor: Actor, token: string) {
  requireConsumer(actor);
  const { invitation } = await requireInvitation(deps, token);
  const leaseId = invitation.leaseTenantId === null ? null : await follow(deps, origin, actor, invitation);
  if (leaseId === null) throw new HearthError("MAIL_LINK_INVALID");
  return { _id: publicId("lease", leaseId), merchantId: publicId("merchant", invitation.merchantId) };
}

/**
 * Accepts an invitation to the calling consumer's confirmed email, without its link. @throws HearthError like `followInvitation`, and CONFLICT for another
 * email's invitation.
 */
export async function acceptInvitation(deps: Deps, origin: CallOrigin, actor: Actor, invitationId: string): Promise<UserView> {
  requireConsumer(actor);
  const id = parsePublicId("tenantInvitation", invitationId);
  const rows = await listInvitationsTo(deps.db, actor.userId, deps.clock.now());
  const found = rows.find(({ invitation }) => invitation.id === id);
  if (found === undefined) throw new HearthError("CONFLICT", { message: "This invitation is no longer open" });
  await follow(deps, origin, actor, found.invitation);
  return readAccount(deps, actor);
}

/**
 * Replaces an expired invitation by one that `sendWaitingInvitations` mails to the same address within a minute. Returns false where it was replaced, used or
 * revoked. Three statements. @throws HearthError RATE_LIMITED.
 */
export async function renewExpired(deps: Deps, { ip }: CallOrigin, token: string): Promise<{ isRenewed: boolean }> {
  await deps.sharedLimits.take("mailLink", networkOf(ip));
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const expired = await endExpired(tx, hashToken(token), now);
    if (expired === null) return { isRenewed: false };
    const { merchantId, email, address, aptNumber, leaseTenantId, invitedBy } = expired;
    const kept = { merchantId, email, address, aptNumber, leaseTenantId, invitedBy };
    await insertInvitation(tx, { ...kept, createdAt: now, waitingSince: now, sendAt: now, expiresAt: invitationEnd(now) });
    return { isRenewed: true };
  });
}

function requireConsumer({ role }: Actor): void {
  if (role !== "user") throw new HearthError("FORBIDDEN", { message: "Please sign in as the tenant" });
}

/** Returns the joined lease's id, or null. */
async function follow(deps: Deps, origin: CallOrigin, actor: Actor, invitation: InvitationRow): Promise<string | null> {
  const { id, merchantId, address, aptNumber, leaseTenantId } = invitation;
  const now = deps.clock.now();
  return deps.db
    .transaction(async (tx) => {
      if (!(await markFollowed(tx, id, actor.userId, now))) throw new HearthError("MAIL_LINK_INVALID");
      await enrollInvited(tx, origin, actor, { merchantId, address, aptNumber, now });
      const leaseId = leaseTenantId === null ? null : await markNamedJoined(tx, leaseTenantId, actor.userId, now);
      if (leaseTenantId !== null && leaseId === null) throw new HearthError("MAIL_LINK_INVALID");
      const entry = { at: now, actorId: actor.userId, action: "rent.invitationFollowed" as const };
      await insertAuditEntry(tx, origin, { ...entry, subject: publicId("tenantInvitation", id) });
      return leaseId;
    })
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== "lease_tenants_user_key") throw error;
      throw new HearthError("CONFLICT", { message: "You are already a tenant of this lease. This invitation is for someone else." });
    });
}
