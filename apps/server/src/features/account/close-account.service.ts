import { randomBytes } from "node:crypto";
import { closingObstacleNames, type ClosingObstacle, closingObstacles, newDeviceDays, retentionDays } from "@hearth/domain/account/closing";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import type { DatabaseOrTransaction } from "@hearth/db/client";
import { z } from "zod";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import type { MessageView } from "../../trpc/wire.ts";
import { endSessions } from "../auth/sessions/sessions.service.ts";
import { hashToken } from "../auth/sessions/tokens.ts";
import { stopAllAutopay } from "../autopay/end-autopay.service.ts";
import { endAccess } from "../exchange/connect-account.ts";
import { notifyStranger } from "../notifications/notify.ts";
import { withdrawAllRecords } from "../records/records.service.ts";
import { leaveLeases } from "../rent/leases/tell-tenants.ts";
import { unlinkWallet } from "../wallet/wallet.service.ts";
import {
  deleteInvitationsBefore,
  deletePersonal,
  deleteSessionsBefore,
  endStaffOf,
  findBusinessObstacles,
  findHolder,
  findOwnObstacles,
  forgetFollowed,
  lockForClosing,
  markAccountClosed,
  markBusinessClosed,
} from "./closing.repo.ts";

/** What keeps an account from being closed; nothing where it can be. */
export const closingView = z.strictObject({
  obstacles: z.array(z.strictObject({ code: z.enum(closingObstacleNames), message: z.string() })),
  /** Whether a business closes with it. */
  ownsBusiness: z.boolean(),
});
export type ClosingView = z.infer<typeof closingView>;

/** Whether the account of who asks can be closed, and what has to be done before. */
export async function readClosing(deps: Deps, origin: CallOrigin, actor: Actor): Promise<ClosingView> {
  const { merchantId } = await findHolder(deps.db, actor.userId);
  const codes = await findObstacles(deps.db, { origin, actor, merchantId, now: deps.clock.now() });
  return { obstacles: codes.map((code) => ({ code, message: closingObstacles[code] })), ownsBusiness: merchantId !== null };
}

interface Closing {
  origin: CallOrigin;
  actor: Actor;
  merchantId: string | null;
  now: Date;
}

async function findObstacles(db: DatabaseOrTransaction, { origin, actor, merchantId, now }: Closing): Promise<ClosingObstacle[]> {
  const newSince = new Date(now.getTime() - newDeviceDays * 86_400_000);
  const deviceHash = hashToken(origin.device?.token ?? "");
  const own = await findOwnObstacles(db, { userId: actor.userId, sessionId: actor.sessionId, deviceHash, newSince });
  return merchantId === null ? own : [...own, ...(await findBusinessObstacles(db, merchantId, now.toISOString().slice(0, 10)))];
}

/**
 * Closes the account of who asks, and the business that it owns, for good. Who they are and what they sign in with goes; what was paid, refunded,
 * disputed and written down stays, under the account's id, since others rely on it. @throws HearthError CONFLICT while money or a dispute is open, on
 * a new device, for another email than the account's, and for an administrator.
 */
export async function closeAccount(deps: Deps, origin: CallOrigin, actor: Actor, { email }: { email: string }): Promise<MessageView> {
  const { userId } = actor;
  if (actor.role === "admin") throw new HearthError("CONFLICT", { message: "An operator ends the accounts of administrators" });
  const { email: own, merchantId: owned } = await findHolder(deps.db, userId);
  if (own !== email) throw new HearthError("CONFLICT", { message: "This is not the email of your account" });
  await requireClosable(deps.db, { origin, actor, merchantId: owned, now: deps.clock.now() });
  // Of a password that nobody knows, so that whatever verifies it goes on as for any other account.
  const passwordHash = await deps.passwords.hash(randomBytes(32).toString("base64url"), "holders");
  // First, since the exchange is told: nothing else of it is asked for afterwards.
  await endAccess(deps, origin, userId, { isWhole: true });
  await deps.db.transaction(async (tx) => {
    const held = await lockForClosing(tx, userId);
    if (held === null || held.account.closedAt !== null) throw new HearthError("UNAUTHENTICATED");
    const { account, merchantId } = held;
    const now = deps.clock.now();
    await requireClosable(tx, { origin, actor, merchantId, now });
    await stopAllAutopay(tx, userId, now);
    await leaveLeases(tx, userId, now);
    await withdrawAllRecords(tx, userId, now);
    await unlinkWallet(deps, tx, origin, { userId }, "external");
    await endStaffOf(tx, { userId }, now);
    if (merchantId !== null) {
      await markBusinessClosed(tx, merchantId, userId, now);
      for (const staffId of await endStaffOf(tx, { merchantId }, now)) await endSessions(tx, staffId, { now });
    }
    await endSessions(tx, userId, { now });
    await deletePersonal(tx, userId);
    await forgetFollowed(tx, userId);
    await markAccountClosed(tx, userId, passwordHash, now);
    const subject = publicId("user", userId);
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "account.closed", subject, data: { role: account.role } });
    const to = { name: account.firstName, address: account.email };
    await notifyStranger(tx, { to, key: `account-closed:${userId}`, event: { kind: "accountClosed", at: now.toISOString() }, now });
  });
  return { message: "Your account is closed" };
}

async function requireClosable(db: DatabaseOrTransaction, closing: Closing): Promise<void> {
  const [first] = await findObstacles(db, closing);
  if (first !== undefined) throw new HearthError("CONFLICT", { message: closingObstacles[first] });
}

const forgottenAtOnce = 5_000;

/** Forgets where people were signed in, and whom others had invited, when nobody needs it any more. Answers how many rows went. */
export async function forgetByPolicy({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> {
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  const ended = await deleteSessionsBefore(db, before(retentionDays.sessions), forgottenAtOnce);
  return ended + (await deleteInvitationsBefore(db, before(retentionDays.invitations), forgottenAtOnce));
}
