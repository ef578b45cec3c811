import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import type { Deps } from "../../../deps.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import { createMailToken, hashToken } from "../../auth/sessions/tokens.ts";
import { findStaffedMerchant } from "../../businesses/merchants.service.ts";
import { countStrangerMail } from "../../businesses/standing.service.ts";
import { isInvitable, listDueInvitations, lockWaiting, markInvitationEnded, markInvited, postponeInvitation } from "./invitations.repo.ts";
import { invitationEnd, isInviterConfirmed, mailInvitation, nextTry } from "./invitations.service.ts";

const invitationsAtOnce = 100;

/**
 * Mails the invitations that waited for their inviter to confirm an email, or for the next day's mails. Each in a transaction of its own, with some eight
 * statements. Ends an invitation whose tenant has joined or left, and one whose inviter no longer works for the business.
 */
export async function sendWaitingInvitations(deps: Deps): Promise<void> {
  await workThrough(deps, {
    list: "send-invitation",
    pageSize: invitationsAtOnce,
    next: (limit) => listDueInvitations(deps.db, { now: deps.clock.now(), limit }),
    itemOf: ({ id, merchantId }) => ({ id, name: publicId("tenantInvitation", id), merchantId }),
    work: ({ id }) => sendWaiting(deps, id),
  });
}

async function sendWaiting(deps: Deps, id: string): Promise<"done" | "held"> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const invitation = await lockWaiting(tx, id);
    if (invitation === null) return "held";
    const { invitedBy, merchantId, leaseTenantId } = invitation;
    const merchant = await findStaffedMerchant(tx, invitedBy);
    const isWanted = leaseTenantId === null || (await isInvitable(tx, leaseTenantId, now));
    if (merchant?.id !== merchantId || !isWanted) {
      await markInvitationEnded(tx, merchantId, { id }, now);
      return "done";
    }
    if (!(await isInviterConfirmed(tx, invitedBy))) {
      await postponeInvitation(tx, id, null);
      return "done";
    }
    const counted = merchant.status === "suspended" ? new HearthError("BUSINESS_SUSPENDED") : await countStrangerMail(deps, tx, merchant);
    if (counted instanceof HearthError) {
      await postponeInvitation(tx, id, nextTry(counted, now));
      return "done";
    }
    const token = createMailToken();
    await markInvited(tx, id, { inviteHash: hashToken(token), expiresAt: invitationEnd(now) });
    await mailInvitation({ deps, tx, merchant, now }, invitation, token, counted);
    return "done";
  });
}
