import type { Transaction } from "@hearth/db/client";
import { violatedConstraint } from "@hearth/db/errors";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { readAccount } from "../auth/sign-in/auth.service.ts";
import type { UserView } from "../auth/rows/auth.view.ts";
import { hashToken } from "../auth/sessions/tokens.ts";
import { lockMerchantStatus } from "./merchants.repo.ts";
import { findOwnMerchant } from "./merchants.service.ts";
import { notifyStaffChange } from "./owner-notices.ts";
import { findInvitation, markStaffJoined } from "./staff.repo.ts";
import type { StaffInvitationView } from "./staff.view.ts";

/**
 * Reads the invitation of a link. @throws HearthError MAIL_LINK_INVALID where it is used, ended, expired or unknown; BUSINESS_SUSPENDED while
 * its business is suspended.
 */
export async function readInvitation(deps: Deps, token: string): Promise<StaffInvitationView> {
  const { business, email, role } = await requireInvitation(deps, token);
  return { business, email, role };
}

/** Finds the invitation of a link. @throws HearthError as `readInvitation` does. */
export async function requireInvitation(deps: Deps, token: string) {
  const invitation = await findInvitation(deps.db, hashToken(token), deps.clock.now());
  if (invitation === null) throw new HearthError("MAIL_LINK_INVALID");
  if (invitation.status === "suspended") throw suspendedForNow(invitation);
  return invitation;
}

/** The refusal of a link while its business is suspended. The link is not used up. */
function suspendedForNow({ business }: { business: string }): HearthError {
  const message = `${business} is suspended, so no one can join it now. Your link works again once it is active, until the invitation runs out.`;
  return new HearthError("BUSINESS_SUSPENDED", { message });
}

/**
 * Adds the signed-in account to the business's staff. It must have the invitation's email and no business. @throws HearthError
 * MAIL_LINK_INVALID, BUSINESS_SUSPENDED, FORBIDDEN, CONFLICT.
 */
export async function joinStaff(deps: Deps, origin: CallOrigin, actor: Actor, token: string): Promise<UserView> {
  const invitation = await requireInvitation(deps, token);
  const { email, role, firstName, lastName } = await readAccount(deps, actor);
  if (role !== "merchant" || email !== invitation.email)
    throw new HearthError("FORBIDDEN", { message: `This invitation is for the merchant account of ${invitation.email}` });
  if ((await findOwnMerchant(deps.db, actor.userId)) !== null)
    throw new HearthError("CONFLICT", { message: "Your account has a business of its own" });
  const now = deps.clock.now();
  await deps.db
    .transaction((tx) => addToStaff(tx, origin, { ...invitation, userId: actor.userId, by: `${firstName} ${lastName}`, now }))
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== "merchant_staff_user_key") throw error;
      throw new HearthError("CONFLICT", { message: "Your account works for another business" });
    });
  return readAccount(deps, actor);
}

/** Adds an account to the staff of the business that invited it. @throws HearthError MAIL_LINK_INVALID, BUSINESS_SUSPENDED. */
export async function addToStaff(
  tx: Transaction,
  origin: CallOrigin,
  joining: { id: string; userId: string; merchantId: string; business: string; email: string; role: StaffRole; by: string; now: Date },
): Promise<void> {
  const { id, userId, merchantId, business, email, role, by, now } = joining;
  if (!(await markStaffJoined(tx, id, userId, now))) throw new HearthError("MAIL_LINK_INVALID");
  // After the invitation's lock, in the order of an owner who takes the account back. A suspension waits for it.
  if ((await lockMerchantStatus(tx, merchantId)) === "suspended") throw suspendedForNow({ business });
  const entry = { at: now, actorId: userId, action: "merchant.staffJoined" as const, subject: publicId("staff", id) };
  await insertAuditEntry(tx, origin, { ...entry, data: { merchant: publicId("merchant", merchantId), role } });
  await notifyStaffChange(tx, { staffId: id, merchantId, change: "joined", email, role, by, actorId: userId, now });
}
