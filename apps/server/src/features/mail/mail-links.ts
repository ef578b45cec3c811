import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import type { NotificationKind } from "@hearth/domain/notifications/events";
import type { Deps } from "../../deps.ts";
import { createKeepToken, renewAccountToken } from "../auth/sessions/account-tokens.ts";
import { createMailToken, hashToken } from "../auth/sessions/tokens.ts";
import { renewStaffInvitation } from "../businesses/staff.service.ts";
import { mailTokenContext } from "../notifications/notify.ts";
import { renewTenantInvitation } from "../rent/invitations/invitations.service.ts";
import type { MailRow } from "./mails.repo.ts";

/** Decrypts the token of a mail's link; null for a mail without one. */
export function tokenOf({ encryption }: Pick<Deps, "encryption">, { encryptedToken, userId }: MailRow): string | null {
  return encryptedToken === null || userId === null ? null : encryption.decrypt(encryptedToken, mailTokenContext(userId));
}

const expiryOf = (now: Date) => new Date(now.getTime() + limits.invitationDays * 86_400_000);

/**
 * Restarts the lifetime of a mail's link when the mail is sent. All tries send the same token, because a try that seemed to fail may have
 * delivered it. False for a link that was used, replaced or revoked meanwhile. At most two statements.
 */
export async function renewLink(db: DatabaseOrTransaction, { event }: MailRow, token: string, now: Date): Promise<boolean> {
  const link = { hash: hashToken(token), expiresAt: expiryOf(now) };
  if (event.kind === "tenantInvited") return renewTenantInvitation(db, link);
  if (event.kind === "staffInvited") return renewStaffInvitation(db, link);
  return renewAccountToken(db, token, now);
}

/**
 * Creates the token of a link that takes an account back to this address, for a mail about an event at `at`. Each try of a mail has a token
 * of its own, so that no token is stored with the mail. One statement.
 */
export function makeTakeBackToken(deps: Pick<Deps, "db" | "clock">, holder: { userId: string; email: string; at: Date }): Promise<string> {
  return createKeepToken(deps.db, holder, deps.clock.now());
}

/** Returns the reason why a mail's link cannot be replaced. Null for a mail without a link, and for an invitation, whose link can be. */
export function linkRenewalProblem({ event }: MailRow): string | null {
  const canUndo = (event.kind === "emailChangeAsked" || event.kind === "emailChanged") && event.canUndo === true;
  return canUndo
    ? "Its link has expired, and only the previous address can get a new one. Help them yourself."
    : (linksAsked[event.kind] ?? null);
}

/** Mails whose recipients request another link themselves, with the place to do so. */
const linksAsked: Partial<Record<NotificationKind, string>> = {
  passwordReset: "Its link has expired. Its recipient can ask for a new one on the sign-in page.",
  deviceLink: "Its link has expired. Its recipient can ask for a new one on the sign-in page.",
  emailConfirmation: "Its link has expired. Its recipient can ask for a new one on their dashboard or in their settings.",
  emailChangeConfirmation: "Its link has expired. Its recipient can start the change of email again.",
};

/**
 * Creates another encrypted link for an invitation's mail that is sent again; null for a mail without a link. @throws HearthError CONFLICT
 * for an invitation that is over.
 */
export async function makeNewLink(
  { encryption }: Pick<Deps, "encryption">,
  tx: Transaction,
  { event, key, userId }: MailRow,
  now: Date,
): Promise<string | null> {
  if ((event.kind !== "tenantInvited" && event.kind !== "staffInvited") || userId === null) return null;
  const token = createMailToken();
  const link = { id: key.slice(key.indexOf(":") + 1), newHash: hashToken(token), expiresAt: expiryOf(now) };
  const isLiving = await (event.kind === "tenantInvited" ? renewTenantInvitation(tx, link) : renewStaffInvitation(tx, link));
  if (!isLiving) {
    throw new HearthError("CONFLICT", {
      message: "This invitation was accepted, cancelled or replaced. Its sender can invite them again.",
    });
  }
  return encryption.encrypt(token, mailTokenContext(userId));
}
