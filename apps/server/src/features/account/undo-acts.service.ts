import { parseAddress } from "@hearth/chain/addresses";
import type { Transaction } from "@hearth/db/client";
import type { AuditAction } from "@hearth/domain/admin/audit-actions";
import { ownerConfirmations } from "@hearth/domain/auth/second-factor";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import { keysOf } from "@hearth/domain/keys-of";
import { type StaffRole, staffRoles } from "@hearth/domain/merchants/staff-roles";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { CallOrigin } from "../../trpc/context.ts";
import type { Undone } from "../auth/email/keep-email.ts";
import type { Takeover } from "../auth/email/reset-password.service.ts";
import { endSessions } from "../auth/sessions/sessions.service.ts";
import { changePayee, findPaidMerchant, holdMerchant, requireUnclaimed } from "../businesses/merchants.service.ts";
import { setStaffRole } from "../businesses/staff.service.ts";
import { revokeTokens } from "../exchange/access-token.ts";
import { endAccessWithin } from "../exchange/connect-account.ts";
import { followPayeeChange } from "../merchant-area/business/payee-card.service.ts";
import { stopWaitingChange } from "../merchant-area/business/payout-change.service.ts";
import { restoreNamed } from "../refunds/refund-destinations.service.ts";
import { undoPasskeyWallet } from "../wallet/passkey-wallet/passkey-wallet.service.ts";
import { linkPayoutWallet } from "../wallet/payout-wallet.ts";
import { linkWallet, unlinkWallet } from "../wallet/wallet.service.ts";
import {
  countActs,
  endStaff,
  findLastAct,
  listActs,
  listActsOn,
  listChangedWallets,
  listRequestedChanges,
  lockInvitedSince,
  lockStaffById,
  wasProvenPayee,
} from "./undo-acts.repo.ts";

/** A takeover, and the accounts whose acts are undone: the one taken back, and the people it let in since. */
interface Undoing extends Takeover {
  deps: Deps;
  tx: Transaction;
  origin: CallOrigin;
  actorIds: string[];
  say: Undone;
}

/**
 * Undoes what an account did since a time, and what people did whom it invited since. Undone are invitations, staff roles, payout wallets,
 * linked wallets, wallets named for refunds, and passkeys of its passkey wallet. Returns sentences for its owner about it, and about acts that they have to check. The caller has ended the account's sessions
 * and locked its row.
 */
export async function undoActs(deps: Deps, tx: Transaction, origin: CallOrigin, takeover: Takeover) {
  const say: Undone = { undone: [], remaining: [] };
  const undoing: Undoing = { ...takeover, deps, tx, origin, say, actorIds: [takeover.userId] };
  undoing.actorIds.push(...(await endInvited(undoing)));
  await restoreRoles(undoing);
  await stopPayoutChanges(undoing);
  const afterwards = await restoreWallets(undoing);
  const passkeyWallet = await undoPasskeyWallet(tx, takeover);
  say.undone.push(...passkeyWallet.undone);
  say.remaining.push(...passkeyWallet.remaining);
  await restorePayouts(undoing);
  await restoreRefundWallets(undoing);
  say.remaining.push(...(await describeRest(undoing)));
  return { ...say, afterwards };
}

/** Ends what the account invited, and in turn what those people invited. Returns the accounts of the people. */
async function endInvited({ tx, userId, since, now, say }: Undoing): Promise<string[]> {
  const known = new Set([userId]);
  for (let inviterIds = [userId]; inviterIds.length > 0;) {
    const rows = await lockInvitedSince(tx, { inviterIds, since });
    const open = rows.filter(({ endedAt }) => endedAt === null);
    await endStaff(
      tx,
      open.map(({ id }) => id),
      now,
    );
    for (const { email, userId: personId } of open)
      say.undone.push(personId === null ? `The invitation to ${email} is cancelled` : `${email} does not work with your business any more`);
    inviterIds = rows.flatMap(({ userId: id }) => (id === null || known.has(id) ? [] : [id]));
    for (const id of inviterIds) {
      known.add(id);
      await endSessions(tx, id, { now });
    }
  }
  known.delete(userId);
  return [...known];
}

/** Gives staff back the role that they had before the first change. */
async function restoreRoles({ tx, origin, userId, actorIds, since, now, say }: Undoing): Promise<void> {
  const firstRoles = new Map<string, string>();
  for (const { subject, data } of await listActs(tx, { action: "merchant.staffRoleChanged", actorIds, since })) {
    const { role } = data;
    if (subject !== null && typeof role === "object" && role?.from != null && !firstRoles.has(subject)) firstRoles.set(subject, role.from);
  }
  for (const [subject, before] of firstRoles) {
    const id = parsePublicId("staff", subject);
    const staff = id && (await lockStaffById(tx, id));
    if (!staff || !isStaffRole(before) || staff.role === before) continue;
    await setStaffRole(tx, staff.id, before);
    const data = { role: { from: staff.role, to: before }, email: staff.email };
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "merchant.staffRoleChanged", subject, data });
    say.undone.push(`${staff.email} is a ${before} of your business again`);
  }
}

function isStaffRole(role: string): role is StaffRole {
  return staffRoles.some((known) => known === role);
}

/** Stops every pending change of a payout wallet that was requested in sessions that have ended now. Its business's owners get a mail. */
async function stopPayoutChanges({ deps, tx, origin, userId, actorIds, say }: Undoing): Promise<void> {
  for (const { merchantId, address } of await listRequestedChanges(tx, actorIds)) {
    await holdMerchant(tx, merchantId);
    await stopWaitingChange(deps, tx, origin, { userId }, merchantId);
    say.undone.push(`The change of your payout wallet to ${address} is stopped`);
  }
}

/** Restores the payout wallet of each business where the last ones to set it are those whose acts are undone. */
async function restorePayouts(undoing: Undoing): Promise<void> {
  const { tx, actorIds, since, say } = undoing;
  const acts = await listActs(tx, { action: "merchant.payeeSet", actorIds, since });
  for (const subject of new Set(acts.flatMap((act) => act.subject ?? []))) {
    const merchantId = parsePublicId("merchant", subject);
    if (merchantId === null) continue;
    await holdMerchant(tx, merchantId);
    const all = await listActsOn(tx, { action: "merchant.payeeSet", subject, since });
    const trusted = all.findIndex(({ actorId }) => actorId === null || !actorIds.includes(actorId));
    const first = all[(trusted === -1 ? all.length : trusted) - 1]?.data["walletAddress"];
    if (typeof first !== "object" || first === null) continue;
    const paidAt = (await findPaidMerchant(tx, merchantId))?.payeeAddress ?? null;
    if (paidAt === null && first.from === null) continue;
    say.undone.push(await restorePayout(undoing, merchantId, first.from));
    if (paidAt !== null) say.remaining.push(`Money that was paid to ${paidAt} before now cannot be brought back.`);
  }
}

/** Pays a business at an address again, or nowhere: without an address, and where another business has the address by now. */
async function restorePayout({ deps, tx, origin, userId, now, say }: Undoing, merchantId: string, address: string | null): Promise<string> {
  const pay = async (within: Transaction, to: string) => {
    const isProven = to !== "" && (await wasProvenPayee(within, merchantId, to));
    if (to !== "" && !isProven) await requireUnclaimed(within, merchantId, to);
    const payee = await changePayee(within, {
      merchantId,
      address: to,
      actorId: userId,
      now,
      origin,
      ...(isProven && { provenBy: "signature" }),
    });
    if (payee !== null) await followPayeeChange(deps, within, { merchantId, payeeId: payee.id, canSign: true });
    const merchant = await findPaidMerchant(within, merchantId);
    if (payee !== null && merchant?.ownerUserId === userId)
      await linkPayoutWallet(deps, within, origin, { userId }, { address: payee.address, isProven });
  };
  try {
    await tx.transaction((within) => pay(within, address ?? ""));
    if (address !== null) return `Your business is paid at ${address} again`;
  } catch (error) {
    if (!(error instanceof HearthError) || error.code !== "WALLET_ALREADY_USED") throw error;
    await pay(tx, "");
  }
  say.remaining.push("Your business has no payout wallet now, so no one can pay it. Set one in your settings.");
  return "The payout wallet that was set is removed";
}

/**
 * Unlinks the account's wallets that were linked, and links again those that were unlinked. Of people who were let in, only their payout
 * wallets are unlinked. Must run before payouts are restored, which links the right payout wallet. Returns the work after the commit.
 */
async function restoreWallets({ deps, tx, origin, userId, actorIds, since, say }: Undoing): Promise<() => Promise<void>> {
  const changed = await listChangedWallets(tx, actorIds, since);
  let access: Awaited<ReturnType<typeof endAccessWithin>> = null;
  for (const { userId: holderId, kind, address } of changed.filter(({ isNew }) => isNew)) {
    if (holderId !== userId && kind !== "payout") continue;
    if (kind === "exchange") access = await endAccessWithin(deps, tx, origin, holderId, { isWhole: false });
    else await unlinkWallet(deps, tx, origin, { userId: holderId, actorId: userId }, kind);
    if (kind !== "payout") say.undone.push(`The wallet ${address} is unlinked`);
  }
  for (const { userId: holderId, kind, address, provenAt } of changed.filter(({ isNew }) => !isNew)) {
    if (holderId !== userId || kind === "payout") continue;
    if (kind === "exchange") say.remaining.push("Your Coinbase account is not linked any more. Link it again.");
    else if (await relink(deps, tx, origin, { userId, kind, address, provenAt })) say.undone.push(`The wallet ${address} is linked again`);
    else say.remaining.push(`The wallet ${address} could not be linked again.`);
  }
  return async () => {
    if (access !== null) await revokeTokens(deps, access);
  };
}

/** Links a wallet again; false where another account has linked it meanwhile. */
async function relink(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin,
  { userId, ...wallet }: { userId: string; kind: "external" | "smart"; address: `0x${string}`; provenAt: Date | null },
): Promise<boolean> {
  try {
    await tx.transaction((within) => linkWallet(deps, within, origin, { userId }, wallet));
    return true;
  } catch (error) {
    if (!(error instanceof HearthError) || error.code !== "WALLET_ALREADY_USED") throw error;
    return false;
  }
}

/** Restores the wallets that the account had named for refunds of its payments. */
async function restoreRefundWallets({ deps, tx, origin, userId, since, say }: Undoing): Promise<void> {
  const action = "refund.walletNamed";
  const acts = await listActs(tx, { action, actorIds: [userId], since });
  for (const subject of [...new Set(acts.flatMap((act) => act.subject ?? []))].toSorted()) {
    const paymentId = parsePublicId("payment", subject);
    if (paymentId === null) continue;
    const before = namedBy(await findLastAct(tx, { action, subject, before: since }));
    const restored = await restoreNamed(deps, tx, origin, { userId, paymentId, before });
    if (restored === null) continue;
    const { replaced, hasRefund } = restored;
    say.undone.push(
      before === null
        ? `The wallet ${replaced} gets no refund of yours any more`
        : `Your refund goes to ${before.address} again, and not to ${replaced}`,
    );
    if (hasRefund) say.remaining.push(`A refund was sent to ${replaced}. Money that was sent cannot be brought back.`);
  }
}

/** Returns the wallet that an act of the audit log named, or null where it named none. */
function namedBy(act: Awaited<ReturnType<typeof findLastAct>>) {
  const { to, confirmedBy: stored } = act?.data ?? {};
  const address = typeof to === "object" && to?.to != null ? parseAddress(to.to) : null;
  const confirmedBy = ownerConfirmations.find((known) => known === stored);
  return act === null || address === null || confirmedBy === undefined ? null : { address, namedAt: act.at, confirmedBy };
}

const times = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);

/** Acts that only their owner can judge or repeat, in their words. */
const restWords = {
  "merchant.handedOver": () => "Your business was handed to someone else. Write to us at once.",
  "merchant.staffRemoved": (count) =>
    `${times(count, "One person was", "people were")} removed from your business. Invite them again if they still work with you.`,
  "merchant.businessChanged": () => "The details of your business were changed. Please read them in your settings.",
  "refund.begun": (count) => `${times(count, "One refund was", "refunds were")} begun. Money that was sent cannot be brought back.`,
  "transfer.returnBegun": (count) =>
    `${times(count, "One transfer was", "transfers were")} to be sent back. Money that was sent cannot be brought back.`,
  "request.made": (count) => `${times(count, "One payment request was", "payment requests were")} sent. You can withdraw them.`,
  "rent.invited": (count) => `${times(count, "One tenant was", "tenants were")} invited. You can take the invitations back.`,
  "auth.passkeyRemoved": () => "A passkey was removed from your account. Add it again in your settings.",
  "auth.secondFactorOff": () => "Two-step sign-in was switched off. Switch it on again in your settings.",
  "auth.profileUpdated": () => "Your name was changed. Please look at your profile.",
  "account.exported": () => "Your data was downloaded.",
} satisfies Partial<Record<AuditAction, (count: number) => string>>;

/** Describes what the account and the people it let in did that is not undone. */
async function describeRest({ tx, actorIds, since }: Undoing): Promise<string[]> {
  const counts = await countActs(tx, { actions: keysOf(restWords), actorIds, since });
  return keysOf(restWords).flatMap((action) => {
    const number = counts.get(action);
    return number === undefined ? [] : restWords[action](number);
  });
}
