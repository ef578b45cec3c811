import { randomBytes } from "node:crypto";
import { closingObstacleNames, closingObstacles, newDeviceDays } from "@hearth/domain/account/closing";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
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
import { readDestination } from "../refunds/refund-destinations.service.ts";
import { readHeldDeposits, readOwedDeposits } from "../rent/leases/deposit-acts.service.ts";
import { leaveLeases } from "../rent/leases/tell-tenants.ts";
import { findPasskeyWalletAddress } from "../wallet/passkey-wallet/passkey-wallet.service.ts";
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
  /** Deposits that landlords hold for the account. They stay owed, so they are no obstacle. */
  owedDeposits: z.array(
    z.strictObject({
      leaseId: z.string(),
      merchant: z.string(),
      place: z.string(),
      amount: z.number(),
      /** The email in the lease, by which the landlord can still reach the person. */
      email: z.string(),
      /** A payment that brought a part of it, where no wallet is known to which that part could go back. Null where all are known. */
      walletUnknown: z.string().nullable(),
    }),
  ),
  /** The address of the account's passkey wallet. Hearth does not open it once the account is closed. Null for no wallet. */
  passkeyWallet: z.string().nullable(),
  /** Deposits that the account's business holds. Each is on a lease that keeps the business from closing. Null for no deposit. */
  heldDeposits: z
    .strictObject({
      count: z.number(),
      amount: z.number(),
      /** The deposits of the leases that end first, at most twenty. */
      items: z.array(z.strictObject({ leaseId: z.string(), place: z.string(), tenants: z.string().array(), amount: z.number() })),
    })
    .nullable(),
});
export type ClosingView = z.infer<typeof closingView>;

/** Returns the obstacles to closing the caller's account, and the deposits that either side holds. */
export async function readClosing(deps: Deps, origin: CallOrigin, actor: Actor): Promise<ClosingView> {
  const { merchantId } = await findHolder(deps.db, actor.userId);
  const now = deps.clock.now();
  const found = await findObstacles(deps.db, { origin, actor, merchantId, now });
  const obstacles = found.map(({ code, until }) => ({ code, message: closingObstacles[code], until: until?.toISOString() ?? null }));
  const owedDeposits = await Promise.all(
    (await readOwedDeposits(deps.db, actor.userId, now)).map(async ({ leaseId, cents, paymentIds, merchant, place, email }) => {
      const unknown = await findWithoutDestination(deps.db, paymentIds);
      const walletUnknown = unknown && publicId("payment", unknown);
      return { leaseId: publicId("lease", leaseId), merchant, place, email, amount: wireAmount(cents), walletUnknown };
    }),
  );
  const held = merchantId === null ? [] : await readHeldDeposits(deps.db, merchantId, now);
  const passkeyWallet = await findPasskeyWalletAddress(deps.db, actor.userId);
  return { obstacles, ownsBusiness: merchantId !== null, owedDeposits, passkeyWallet, heldDeposits: viewHeld(held) };
}

/** The first of some payments without a known wallet for its refunds, or null. */
async function findWithoutDestination(db: DatabaseOrTransaction, paymentIds: string[]): Promise<string | null> {
  for (const id of paymentIds) if ((await readDestination(db, id)).found.to === null) return id;
  return null;
}

function viewHeld(rows: Awaited<ReturnType<typeof readHeldDeposits>>): ClosingView["heldDeposits"] {
  const [first] = rows;
  if (first === undefined) return null;
  const items = rows.map(({ leaseId, place, tenants, cents }) => ({
    leaseId: publicId("lease", leaseId),
    place,
    tenants,
    amount: wireAmount(cents),
  }));
  return { count: first.count, amount: wireAmount(first.sumCents), items };
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
    // Before the account leaves its leases.
    const deposits = await readOwedDeposits(tx, userId, now);
    const wallet = await findPasskeyWalletAddress(tx, userId);
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
    const named = deposits.map(({ merchant, place, cents, email: inLease }) => ({ merchant, place, cents, email: inLease }));
    const event = {
      kind: "accountClosed" as const,
      at: now.toISOString(),
      ...(named.length > 0 && { deposits: named }),
      ...(wallet !== null && { wallet }),
    };
    await notifyNonUser(tx, { to, key: `account-closed:${userId}`, event, now });
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
