import { randomBytes } from "node:crypto";
import { violatedConstraint } from "@hearth/db/errors";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { requireOwnMerchant } from "../merchants/own-merchant.ts";
import { hashOf, holdOwnLease } from "./leases.service.ts";
import { markInvited, markJoined } from "./tenants.repo.ts";

/** Makes a link by which a tenant joins a lease; an earlier one is worth nothing from then on. @throws HearthError NOT_FOUND, also once they have joined. */
export async function inviteTenant(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { leaseId, tenantId }: { leaseId: string; tenantId: string },
) {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const token = randomBytes(32).toString("hex");
  await deps.db.transaction(async (tx) => {
    const lease = await holdOwnLease(tx, merchantId, leaseId);
    const id = parsePublicId("leaseTenant", tenantId);
    if (id === null || !(await markInvited(tx, { leaseId: lease.id, id }, hashOf(token)))) {
      throw new HearthError("NOT_FOUND", { message: "Nobody is invited by this" });
    }
    const entry = { at: deps.clock.now(), actorId: actor.userId, action: "rent.tenantInvited" as const, subject: tenantId };
    await insertAuditEntry(tx, origin, { ...entry, data: { lease: leaseId } });
  });
  return { url: `${deps.env.publicOrigin}/join-lease/${token}` };
}

/** Makes whoever holds an invitation's link the tenant that it names. @throws HearthError FORBIDDEN but for consumers, MAIL_LINK_INVALID, CONFLICT. */
export async function joinLease(deps: Deps, origin: CallOrigin, actor: Actor, token: string) {
  if (actor.role !== "user") throw new HearthError("FORBIDDEN", { message: "Please sign in as the tenant" });
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const joined = await markJoined(tx, hashOf(token), { userId: actor.userId, now }).catch((error: unknown) => {
      if (violatedConstraint(error) !== "lease_tenants_user_key") throw error;
      throw new HearthError("CONFLICT", { message: "You are a tenant of this lease already. This invitation is for somebody else." });
    });
    if (joined === null) throw new HearthError("MAIL_LINK_INVALID");
    const _id = publicId("lease", joined.leaseId);
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.tenantJoined", subject: _id });
    return { _id, merchantId: publicId("merchant", joined.merchantId) };
  });
}
