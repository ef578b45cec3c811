import { randomBytes } from "node:crypto";
import { closingObstacleNames, closingObstacles, newDeviceDays } from "@hearth/domain/account/closing";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { transactWithRetry } from "@hearth/db/transact-again";
import { z } from "zod";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { isoTime, type MessageView } from "../../trpc/wire.ts";
import { endSessions } from "../auth/sessions/sessions.service.ts";
import { hashToken } from "../auth/sessions/tokens.ts";
import { stopAllAutopay } from "../autopay/end-autopay.service.ts";
import { revokeTokens } from "../exchange/access-token.ts";
import { endAccessWithin } from "../exchange/connect-account.ts";
import { changePayee } from "../businesses/merchants.service.ts";
import { notify, notifyNonUser } from "../notifications/notify.ts";
import { withdrawAllRecords } from "../records/records.service.ts";
import { leaveLeases } from "../rent/leases/tell-tenants.ts";
import { unlinkWallet } from "../wallet/wallet.service.ts";
import {
  deletePersonal,
  endStaffOf,
  findBusinessObstacles,
  findHolder,
  findOwnObstacles,
  type FoundObstacle,
  forgetFollowed,
  lockForClosing,
  markAccountClosed,
  markBusinessClosed,
} from "./closing.repo.ts";

/** The obstacles to closing an account. Empty where it can be closed. */
export const closingView = z.strictObject({
  obstacles: z.array(
    z.strictObject({
      code: z.enum(closingObstacleNames),
      message: z.string(),
      /** When the obstacle ends without action. Null where somebody has to act. */
      until: isoTime.nullable(),
    }),
  ),
  /** True when the account owns a business, which closes with it. */
  ownsBusiness: z.boolean(),
});
export type ClosingView = z.infer<typeof closingView>;

/** Returns the obstacles to closing the caller's account. */
export async function readClosing(deps: Deps, origin: CallOrigin, actor: Actor): Promise<ClosingView> {
  const { merchantId } = await findHolder(deps.db, actor.userId);
  const found = await findObstacles(deps.db, { origin, actor, merchantId, now: deps.clock.now() });
  const obstacles = found.map(({ code, until }) => ({ code, message: closingObstacles[code], until: until?.toISOString() ?? null }));
  return { obstacles, ownsBusiness: merchantId !== null };
}

interface Closing {
  origin: CallOrigin;
  actor: Actor;
  merchantId: string | null;
  now: Date;
}

async function findObstacles(db: DatabaseOrTransaction, { origin, actor, merchantId, now }: Closing): Promise<FoundObstacle[]> {
  const newSince = new Date(now.getTime() - newDeviceDays * 86_400_000);
  const deviceHash = hashToken(origin.device?.token ?? "");
  const obstacles = await findOwnObstacles(db, { userId: actor.userId, sessionId: actor.sessionId, deviceHash, newSince });
  return merchantId === null ? obstacles : [...obstacles, ...(await findBusinessObstacles(db, merchantId, now))];
}

/**
 * Closes the caller's account and the business that it owns, permanently. Deletes identity and credentials. Payments, refunds, disputes and notes stay under
 * the account's id, since others rely on them. @throws HearthError CONFLICT while money or a dispute is open, on a new device, for another email than the
 * account's, and for an administrator.
 */
export async function closeAccount(deps: Deps, origin: CallOrigin, actor: Actor, { email }: { email: string }): Promise<MessageView> {
  const { userId } = actor;
  if (actor.role === "admin") throw new HearthError("CONFLICT", { message: "An operator ends the accounts of administrators" });
  const { email: accountEmail, merchantId: owned } = await findHolder(deps.db, userId);
  if (accountEmail !== email) throw new HearthError("CONFLICT", { message: "This is not the email of your account" });
  await requireClosable(deps.db, { origin, actor, merchantId: owned, now: deps.clock.now() });
  // The hash of a random password, so that password verification works as for any other account.
  const passwordHash = await deps.passwords.hash(randomBytes(32).toString("base64url"), { lane: "holders", origin: userId });
  // Jobs and landlords lock a lease's rows before they notify this account, so deadlocks are retried.
  const access = await transactWithRetry(deps.db, async (tx) => {
    const lockedAccount = await lockForClosing(tx, userId);
    if (lockedAccount === null || lockedAccount.account.closedAt !== null) throw new HearthError("UNAUTHENTICATED");
    const { account, merchantId } = lockedAccount;
    const now = deps.clock.now();
    await requireClosable(tx, { origin, actor, merchantId, now });
    await stopAllAutopay(tx, userId, now);
    await leaveLeases(tx, userId, now);
    await withdrawAllRecords(tx, userId, now);
    await endStaffOf(tx, { userId }, now);
    if (merchantId !== null) await closeBusiness(tx, { origin, merchantId, userId, now });
    const ended = await endAccessWithin(deps, tx, origin, userId, { isWhole: true });
    for (const kind of ["external", "payout"] as const) await unlinkWallet(deps, tx, origin, { userId }, kind);
    await endSessions(tx, userId, { now });
    await deletePersonal(tx, userId);
    await forgetFollowed(tx, userId);
    await markAccountClosed(tx, userId, passwordHash, now);
    const subject = publicId("user", userId);
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "account.closed", subject, data: { role: account.role } });
    const to = { name: account.firstName, address: account.email };
    await notifyNonUser(tx, { to, key: `account-closed:${userId}`, event: { kind: "accountClosed", at: now.toISOString() }, now });
    return ended;
  });
  // Last, because revoking at the exchange cannot be rolled back.
  if (access !== null) await revokeTokens(deps, access);
  return { message: "Your account is closed" };
}

/** Closes a business with its owner. Removes its payout wallet, which another account may then prove. Signs out its staff and notifies them. */
async function closeBusiness(
  tx: Transaction,
  { origin, merchantId, userId, now }: { origin: CallOrigin; merchantId: string; userId: string; now: Date },
): Promise<void> {
  await changePayee(tx, { merchantId, address: "", actorId: userId, now, origin });
  const merchant = await markBusinessClosed(tx, merchantId, userId, now);
  const userIds = await endStaffOf(tx, { merchantId }, now);
  for (const staffId of userIds) await endSessions(tx, staffId, { now });
  const event = { kind: "businessClosed", merchant, at: now.toISOString() } as const;
  await notify(tx, { userIds, key: `business-closed:${merchantId}`, event, now });
}

async function requireClosable(db: DatabaseOrTransaction, closing: Closing): Promise<void> {
  const [first] = await findObstacles(db, closing);
  if (first !== undefined) throw new HearthError("CONFLICT", { message: closingObstacles[first.code] });
}
