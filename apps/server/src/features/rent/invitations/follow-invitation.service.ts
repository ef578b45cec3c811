import { violatedConstraint } from "@hearth/db/errors";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { readAccount } from "../../auth/sign-in/auth.service.ts";
import type { UserView } from "../../auth/rows/auth.view.ts";
import { enrollInvited } from "../../auth/profile/enrollment.service.ts";
import { hashToken } from "../../auth/sessions/tokens.ts";
import { findInvitation, type InvitationRow, markFollowed, markNamedJoined } from "./invitations.repo.ts";
import type { OpenInvitationView } from "./invitations.view.ts";

/** Reads the open invitation of a link. @throws HearthError MAIL_LINK_INVALID where the link is used, revoked, expired or unknown. */
export async function readOpenInvitation(deps: Deps, token: string): Promise<OpenInvitationView> {
  const { invitation, merchant } = await requireInvitation(deps, token);
  const { address, aptNumber } = invitation;
  const { name, businessType } = merchant;
  return { merchantId: publicId("merchant", invitation.merchantId), merchant: name, businessType, address, aptNumber };
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
      throw new HearthError("CONFLICT", { message: "You are already a tenant of this lease. This invitation is for somebody else." });
    });
}
