import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { type Changes, changesBetween, type Edited, requireUnchanged, versionAfter } from "../../../audit/changes.ts";
import type { Actor } from "../../../trpc/context.ts";
import type { Deps } from "../../../deps.ts";
import { notify } from "../../notifications/notify.ts";
import { markEmailReplaced } from "../rows/account-tokens.repo.ts";
import { mailAccountToken } from "../sessions/account-tokens.ts";
import { type AccountFields, type LockedAccount, lockAccountRow, lockActiveAdmins, updateAccount } from "../rows/accounts.repo.ts";
import { endSessions } from "../sessions/sessions.service.ts";

/** An edit of somebody's account: what is to be, and the version it was made from. */
export interface AccountEdit {
  userId: string;
  set: Edited<AccountFields>;
  /** The account's `updatedAt` as the editor saw it; an account that has changed since is left alone. */
  seenAt: Date | undefined;
  now: Date;
}

/**
 * Changes an account, in an admin's name or its holder's, and answers what was changed. A change of status or email ends the account's sessions at once, but
 * never the one that asks. @throws HearthError NOT_FOUND, CONFLICT, EMAIL_ALREADY_USED, OWN_STATUS, LAST_ADMIN.
 */
export async function editAccount(
  deps: Pick<Deps, "encryption" | "clock">,
  tx: Transaction,
  actor: Actor,
  { userId, set, seenAt, now }: AccountEdit,
): Promise<Changes> {
  const admins = set.status === undefined ? [] : await lockActiveAdmins(tx);
  const account = await lockAccountRow(tx, userId);
  if (account === null) throw new HearthError("NOT_FOUND", { message: "User not found" });
  if (account.closedAt !== null) throw new HearthError("CONFLICT", { message: "This account was closed by its holder, for good" });
  requireUnchanged(account.updatedAt, seenAt);
  const changes = changesBetween(account, set);
  if (changes["status"]) refuseLockOut(actor, account, admins);
  const newEmail = changes["email"] ? set.email : undefined;
  if (newEmail !== undefined) {
    // Before it is changed, so that the old address is told.
    const event = { kind: "emailChanged", newEmail, at: now.toISOString() } as const;
    await notify(tx, { userIds: [userId], key: `email-changed:${now.toISOString()}`, event, now });
  }
  await updateAccount(tx, userId, { ...set, updatedAt: versionAfter(account.updatedAt, now) });
  if (changes["status"] || changes["email"]) await endSessions(tx, userId, { except: actor.sessionId, now });
  if (newEmail !== undefined) {
    await markEmailReplaced(tx, userId, now);
    await mailAccountToken(deps, tx, { userId, email: newEmail }, "confirmEmail");
  }
  return changes;
}

/** Nobody ends their own account here, and the last active admin stays. */
function refuseLockOut(actor: Actor, account: LockedAccount, activeAdmins: string[]): void {
  if (account.id === actor.userId) throw new HearthError("OWN_STATUS");
  const isLastAdmin = activeAdmins.includes(account.id) && activeAdmins.length === 1;
  if (isLastAdmin) throw new HearthError("LAST_ADMIN");
}
