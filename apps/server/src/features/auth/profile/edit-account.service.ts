import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { type Changes, changesBetween, type Edited, requireAsSeen, requireUnchanged, versionAfter } from "../../../audit/changes.ts";
import type { Actor } from "../../../trpc/context.ts";
import type { Deps } from "../../../deps.ts";
import { notify } from "../../notifications/notify.ts";
import { markEmailReplaced, markKeepTokensEnded } from "../rows/account-tokens.repo.ts";
import { mailAccountToken } from "../sessions/account-tokens.ts";
import { type AccountFields, type LockedAccount, lockAccountRow, lockActiveAdmins, updateAccount } from "../rows/accounts.repo.ts";
import { endSessions } from "../sessions/sessions.service.ts";

/** An edit of an account: the new values, and the version they are based on. */
export interface AccountEdit {
  userId: string;
  set: Edited<AccountFields>;
  /** The account's `updatedAt` as the editor read it. If it has changed since, the edit fails. */
  seenAt: Date | undefined;
  /** Values that the editor saw, where they have no version. If one differs by now, an edit that changes something fails. */
  seen?: Edited<AccountFields> | undefined;
  now: Date;
}

/**
 * Edits an account on behalf of an admin or its owner, and returns the changes. Changing the status or email ends the account's other
 * sessions. @throws HearthError NOT_FOUND, CONFLICT, EMAIL_ALREADY_USED, OWN_STATUS, LAST_ADMIN.
 */
export async function editAccount(
  deps: Pick<Deps, "encryption" | "clock">,
  tx: Transaction,
  actor: Actor,
  { userId, set, seenAt, seen, now }: AccountEdit,
): Promise<Changes> {
  const admins = set.status === undefined ? [] : await lockActiveAdmins(tx);
  const account = await lockAccountRow(tx, userId);
  if (account === null) throw new HearthError("NOT_FOUND", { message: "User not found" });
  if (account.closedAt !== null) throw new HearthError("CONFLICT", { message: "This account was closed by its holder, for good" });
  requireUnchanged(account.updatedAt, seenAt);
  const changes = changesBetween(account, set);
  if (Object.keys(changes).length > 0) requireAsSeen(account, seen);
  if (changes["status"]) refuseLockOut(actor, account, admins);
  const newEmail = changes["email"] ? set.email : undefined;
  if (newEmail !== undefined) {
    // Notify before the change, so that the notice reaches the old address.
    const event = { kind: "emailChanged", newEmail, at: now.toISOString() } as const;
    await notify(tx, { userIds: [userId], key: `email-changed:${now.toISOString()}`, event, now });
  }
  await updateAccount(tx, userId, { ...set, updatedAt: versionAfter(account.updatedAt, now) });
  if (changes["status"] || changes["email"]) await endSessions(tx, userId, { except: actor.sessionId, now });
  if (newEmail !== undefined) {
    await markEmailReplaced(tx, userId, now);
    // The old mailbox may belong to somebody else, so no link in it takes the account back.
    await markKeepTokensEnded(tx, userId, { email: account.email, since: now }, now);
    await mailAccountToken(deps, tx, { userId, email: newEmail }, "confirmEmail");
  }
  return changes;
}

/** Refuses to change the status of the actor's own account, or of the last active admin. */
function refuseLockOut(actor: Actor, account: LockedAccount, activeAdmins: string[]): void {
  if (account.id === actor.userId) throw new HearthError("OWN_STATUS");
  const isLastAdmin = activeAdmins.includes(account.id) && activeAdmins.length === 1;
  if (isLastAdmin) throw new HearthError("LAST_ADMIN");
}
