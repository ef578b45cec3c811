import type { Transaction } from "@hearth/db/client";
import { violatedConstraint } from "@hearth/db/errors";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import type { MessageView } from "../../trpc/wire.ts";
import { endSessions, requireOpenSession } from "../auth/sessions/sessions.service.ts";
import { createMailToken, hashToken } from "../auth/sessions/tokens.ts";
import { mailTokenContext, notifyInvited } from "../notifications/notify.ts";
import { requireStrangerMail } from "./standing.service.ts";
import { requireOwnMerchant } from "./own-merchant.ts";
import { notifyStaffChange } from "./owner-notices.ts";
import {
  findInviter,
  findOwner,
  insertStaff,
  listStaff,
  lockStaff,
  markInvitationEnded,
  renewInvitation,
  markStaffEnded,
  setStaffRole,
} from "./staff.repo.ts";
import { type StaffListView, viewStaff } from "./staff.view.ts";

export { lockStaff, markInvitationEnded, markStaffEnded, setStaffRole } from "./staff.repo.ts";

/** Reads the owner and staff of the user's business. */
export async function readStaff(deps: Deps, actor: Actor): Promise<StaffListView> {
  const { id } = await requireOwnMerchant(deps, actor);
  const [owner, rows] = await Promise.all([findOwner(deps.db, id), listStaff(deps.db, id, limits.staffPerMerchant)]);
  if (owner === null) throw new Error("The merchant's owner does not exist");
  const now = deps.clock.now();
  return {
    owner: { name: `${owner.firstName} ${owner.lastName}`, email: owner.email, isYou: owner.id === actor.userId },
    items: rows.map((row) => viewStaff(row, actor.userId, now)),
  };
}

/**
 * Invites somebody by mail to work for the business, and notifies its owners. Only the mail has the link: whoever else follows it would
 * learn if the address has an account, or open one in its name. Ends an earlier invitation of the same email.
 * @throws HearthError CONFLICT for an email that works here already, and above the limit of staff; RATE_LIMITED.
 */
export async function inviteStaff(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { email, role }: { email: string; role: StaffRole },
): Promise<MessageView> {
  const business = await requireOwnMerchant(deps, actor);
  const { id: merchantId, name: merchant, businessType } = business;
  const [inviter, present] = await Promise.all([
    findInviter(deps.db, actor.userId),
    listStaff(deps.db, merchantId, limits.staffPerMerchant),
  ]);
  if (inviter === null) throw new Error("The inviter does not exist");
  const others = present.filter(({ staff }) => staff.email !== email);
  if (others.length >= limits.staffPerMerchant)
    throw new HearthError("CONFLICT", { message: `At most ${limits.staffPerMerchant} people can work for a business` });
  const now = deps.clock.now();
  const token = createMailToken();
  await deps.db
    .transaction(async (tx) => {
      await requireOpenSession(tx, actor);
      const counted = await requireStrangerMail(deps, tx, business);
      await markInvitationEnded(tx, merchantId, email, now);
      const expiresAt = new Date(now.getTime() + limits.invitationDays * 86_400_000);
      const invited = { merchantId, email, role, inviteHash: hashToken(token), invitedBy: actor.userId, createdAt: now, expiresAt };
      const id = await insertStaff(tx, invited);
      const entry = { at: now, actorId: actor.userId, action: "merchant.staffInvited" as const, subject: publicId("staff", id) };
      await insertAuditEntry(tx, origin, { ...entry, data: { merchant: publicId("merchant", merchantId), email, role } });
      const by = `${inviter.firstName} ${inviter.lastName}`;
      const event = { kind: "staffInvited", merchant, businessType, by, role } as const;
      const encryptedToken = deps.encryption.encrypt(token, mailTokenContext(actor.userId));
      await notifyInvited(tx, counted, {
        invitedBy: actor.userId,
        key: `staff-invited:${id}`,
        event,
        now,
        encryptedToken,
        toAddress: email,
      });
      await notifyStaffChange(tx, { staffId: id, merchantId, change: "invited", email, role, by, actorId: actor.userId, now });
    })
    .catch((error: unknown) => {
      if (violatedConstraint(error) !== "merchant_staff_email_key") throw error;
      throw new HearthError("CONFLICT", { message: "They already work for this business" });
    });
  return { message: `Invitation sent to ${email}` };
}

/** Changes a staff member's role, from their next call on. @throws HearthError NOT_FOUND, CONFLICT for the user's own. */
export async function changeStaffRole(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { staffId, role }: { staffId: string; role: StaffRole },
): Promise<StaffListView> {
  const now = deps.clock.now();
  await withStaff(deps, actor, staffId, async (tx, staff) => {
    if (staff.role === role) return;
    await setStaffRole(tx, staff.id, role);
    await notifyByActor(tx, actor, { ...staff, role, change: "roleChanged", now });
    const data = { role: { from: staff.role, to: role }, email: staff.email };
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "merchant.staffRoleChanged", subject: staffId, data });
  });
  return readStaff(deps, actor);
}

/**
 * Ends an invitation, or removes a staff member and ends all of their sessions. @throws HearthError NOT_FOUND, CONFLICT for the user
 * themselves.
 */
export async function removeStaff(deps: Deps, origin: CallOrigin, actor: Actor, staffId: string): Promise<StaffListView> {
  const now = deps.clock.now();
  await withStaff(deps, actor, staffId, async (tx, staff) => {
    await markStaffEnded(tx, staff.id, now);
    if (staff.userId !== null) await endSessions(tx, staff.userId, { now });
    if (staff.userId !== null) await notifyByActor(tx, actor, { ...staff, change: "removed", now });
    const data = { email: staff.email, role: staff.role };
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "merchant.staffRemoved", subject: staffId, data });
  });
  return readStaff(deps, actor);
}

/** Notifies the owners of a change to a staff member that an owner made. */
async function notifyByActor(
  tx: Transaction,
  { userId }: Actor,
  { id, ...staff }: { id: string; merchantId: string; email: string; role: StaffRole; change: "roleChanged" | "removed"; now: Date },
): Promise<void> {
  const { merchantId, email, role, change, now } = staff;
  const actor = await findInviter(tx, userId);
  const by = actor === null ? "" : `${actor.firstName} ${actor.lastName}`;
  await notifyStaffChange(tx, { staffId: id, merchantId, change, email, role, by, actorId: userId, now });
}

async function withStaff(
  deps: Deps,
  actor: Actor,
  staffId: string,
  act: (tx: Transaction, staff: NonNullable<Awaited<ReturnType<typeof lockStaff>>>) => Promise<void>,
): Promise<void> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const id = parsePublicId("staff", staffId);
  await deps.db.transaction(async (tx) => {
    await requireOpenSession(tx, actor);
    const staff = id && (await lockStaff(tx, { merchantId, id }));
    if (!staff) throw new HearthError("NOT_FOUND", { message: "No one works here by this" });
    if (staff.userId === actor.userId) throw new HearthError("CONFLICT", { message: "Someone else has to do this for you" });
    await act(tx, staff);
  });
}

/** Extends an unused invitation, or replaces its link; false where it is used or ended. One statement. */
export const renewStaffInvitation = (db: DatabaseOrTransaction, link: Parameters<typeof renewInvitation>[1]): Promise<boolean> =>
  renewInvitation(db, link);
