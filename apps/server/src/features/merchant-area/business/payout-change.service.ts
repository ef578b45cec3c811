import { sameAddress } from "@hearth/chain/addresses";
import type { Transaction } from "@hearth/db/client";
import { type ErrorCode, HearthError } from "@hearth/domain/errors";
import type { SignPayeeCardInput } from "@hearth/domain/merchants/business";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { payoutChangeWaitsUntil } from "@hearth/domain/merchants/payout-change";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import {
  changePayee,
  findPaidMerchant,
  holdMerchant,
  lockPayableMerchant,
  type PayeeProof,
  requireUnclaimed,
  wasEverPaid,
} from "../../businesses/merchants.service.ts";
import { notifyPayoutRequested, notifyPayoutStopped } from "../../businesses/owner-notices.ts";
import { linkPayoutWallet } from "../../wallet/payout-wallet.ts";
import { requireSafePayout } from "../../wallet/passkey-wallet/passkey-wallet.service.ts";
import { findWalletOfKind, lockWallets, requireUnlinked } from "../../wallet/wallet.service.ts";
import { agreeToCard, followPayeeChange } from "./payee-card.service.ts";
import {
  findChange,
  findWaitingChange,
  holdIsOwnerActive,
  insertChange,
  listDueChanges,
  markApplied,
  markProven,
  markStopped,
  type PayoutChangeRow,
  extendWait,
} from "./payout-changes.repo.ts";

/** Due changes per query. */
const batch = 100;

/** A move of a merchant's payouts to another wallet, with the actor and the proof. */
export interface PayoutMove {
  merchantId: string;
  address: `0x${string}`;
  actorId: string;
  origin: CallOrigin | null;
  /** The user whose wallet it becomes; null for an administrator, who links no wallet. */
  ownerId: string | null;
  /** The signer of the proof: the new wallet, the current wallet, or nobody. */
  signedBy: "new" | { old: `0x${string}` } | null;
  /** True where the user confirmed by password, which replacing a wallet requires. */
  isConfirmed: boolean;
  /** The payee card that came with the change; null for none. */
  payeeCard: SignPayeeCardInput | null;
}

/**
 * Moves a merchant's payouts to another wallet. Takes effect at once for a first wallet or if the present one signed, otherwise after the
 * network's waiting time, in which it can be stopped. Asking again for a pending change does not restart its wait: the present wallet's
 * signature ends it, and the new wallet's only proves that wallet.
 * @throws HearthError CONFLICT while another change is pending, WALLET_ALREADY_USED, PAYOUT_WALLET_AT_RISK, NOT_FOUND.
 */
export async function movePayout(deps: Deps, tx: Transaction, move: PayoutMove): Promise<void> {
  const { merchantId, address, actorId, origin, ownerId, signedBy } = move;
  const now = deps.clock.now();
  if (ownerId !== null) await lockWallets(tx, ownerId);
  await holdMerchant(tx, merchantId);
  const merchant = await findPaidMerchant(tx, merchantId);
  const current = merchant?.payeeAddress ?? null;
  const isOther = current === null || !sameAddress(current, address);
  requireStillSo(move, current);
  const isProven = signedBy === "new";
  const provenBy = isProven ? "signature" : await vouchedFor(tx, ownerId, address);
  if (provenBy === null) await requireUnclaimed(tx, merchantId, address);
  if (isOther) {
    if (merchant !== null) await requireSafePayout(tx, merchant.ownerUserId, address);
    const waiting = await findWaitingChange(tx, merchantId);
    if (waiting !== null && !sameAddress(waiting.address, address)) throw otherWaits();
    const isAgreed = signedBy !== null && signedBy !== "new";
    const wasPaid = await wasEverPaid(tx, merchantId);
    const takesEffectAt = payoutChangeWaitsUntil({ now, wasPaid, isAgreed, waitHours: deps.network.payoutChangeHours });
    if (takesEffectAt !== null) {
      if (waiting !== null) return isProven ? markProven(tx, waiting.id) : undefined;
      if (ownerId !== null && !isProven) await requireUnlinked(tx, ownerId, address);
      await insertChange(tx, { merchantId, address, requestedBy: actorId, requestedAt: now, takesEffectAt, isProven });
      const data = { walletAddress: { from: current, to: address }, takesEffectAt: takesEffectAt.toISOString() };
      const subject = publicId("merchant", merchantId);
      await insertAuditEntry(tx, origin, { at: now, actorId, action: "merchant.payeeChangeAsked", subject, data });
      return notifyPayoutRequested(tx, { merchantId, address, takesEffectAt, now });
    }
    if (waiting !== null) await markApplied(tx, waiting.id, now, { isEarly: true });
    if (isAgreed) await agreeToCard(deps, tx, move);
  }
  await pay(deps, tx, { merchantId, address, actorId, origin, ownerId, provenBy });
}

/** Checks again, now that the merchant is locked, what the caller checked before. */
function requireStillSo({ address, signedBy, isConfirmed }: PayoutMove, current: `0x${string}` | null): void {
  if (current !== null && !sameAddress(current, address) && !isConfirmed) throw new HearthError("CONFLICT");
  if (signedBy === null || signedBy === "new") return;
  if (current === null || !sameAddress(current, signedBy.old)) throw new HearthError("WALLET_PROOF_INVALID");
}

interface Payout extends Pick<PayoutMove, "merchantId" | "address" | "actorId" | "origin" | "ownerId"> {
  provenBy: PayeeProof | null;
}

async function pay(deps: Deps, tx: Transaction, { ownerId, provenBy, origin, ...payout }: Payout): Promise<void> {
  const isProven = provenBy === "signature";
  if (ownerId !== null) await linkPayoutWallet(deps, tx, origin, { userId: ownerId }, { address: payout.address, isProven });
  const payee = await changePayee(tx, { ...payout, now: deps.clock.now(), ...(origin && { origin }), ...(provenBy && { provenBy }) });
  const { merchantId } = payout;
  if (payee !== null) await followPayeeChange(deps, tx, { merchantId, payeeId: payee.id, canSign: provenBy !== "exchange" });
}

/**
 * Returns "exchange" where the owner's linked exchange account has this address. An exchange address cannot sign, but the exchange's word
 * is enough to be paid there.
 */
async function vouchedFor(tx: Transaction, ownerId: string | null, address: `0x${string}`): Promise<"exchange" | null> {
  const linked = ownerId === null ? null : await findWalletOfKind(tx, ownerId, "exchange");
  return linked !== null && sameAddress(linked, address) ? "exchange" : null;
}

function otherWaits(): HearthError {
  const message = "Another change of the payout wallet is waiting. Stop it first.";
  return new HearthError("CONFLICT", { message, fields: { walletAddress: message } });
}

/** A pending change by its public id, and its merchant. */
interface ChangeRef {
  merchantId: string;
  changeId: string;
}

/**
 * Stops a pending change; stopping it again does nothing. Needs no password, since stopping a change can do no harm.
 * @throws HearthError NOT_FOUND, CONFLICT when it has taken effect.
 */
export async function stopChange(deps: Deps, origin: CallOrigin, actor: Actor, { merchantId, changeId }: ChangeRef): Promise<void> {
  const id = parsePublicId("payeeChange", changeId);
  await deps.db.transaction(async (tx) => {
    const change = id && (await findChange(tx, merchantId, id));
    if (!change) throw new HearthError("NOT_FOUND", { message: "This change does not exist" });
    if (await stop(deps, tx, change, { actorId: actor.userId, origin })) return;
    if ((await findChange(tx, merchantId, change.id))?.appliedAt === null) return;
    throw new HearthError("CONFLICT", { message: "This change has already taken effect" });
  });
}

/**
 * Restarts the wait of a pending change and notifies the business again. Call it when a suspended business or owner is reactivated: only
 * time in which they can stop the change counts.
 */
export async function restartWaitingChange(
  deps: Pick<Deps, "clock"> & { network: Pick<Deps["network"], "payoutChangeHours"> },
  tx: Transaction,
  merchantId: string,
): Promise<void> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + deps.network.payoutChangeHours * 3_600_000);
  const change = await extendWait(tx, merchantId, until);
  if (change !== null) await notifyPayoutRequested(tx, { merchantId, address: change.address, takesEffectAt: until, now });
}

/** True where a change of the merchant's payout wallet is pending. */
export async function isChangeWaiting(tx: Transaction, merchantId: string): Promise<boolean> {
  return (await findWaitingChange(tx, merchantId)) !== null;
}

/** Stops the pending change of a merchant whose payout wallet is removed. */
export async function stopWaitingChange(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin,
  actor: Pick<Actor, "userId">,
  merchantId: string,
): Promise<void> {
  const waiting = await findWaitingChange(tx, merchantId);
  if (waiting !== null) await stop(deps, tx, waiting, { actorId: actor.userId, origin });
}

async function stop(
  deps: Deps,
  tx: Transaction,
  { id, merchantId, address }: PayoutChangeRow,
  { actorId, origin, reason }: { actorId: string | null; origin: CallOrigin | null; reason?: string },
): Promise<boolean> {
  const now = deps.clock.now();
  if (!(await markStopped(tx, id, { by: actorId, now }))) return false;
  const data = { walletAddress: address, ...(reason !== undefined && { reason }) };
  const entry = { at: now, actorId, action: "merchant.payeeChangeStopped" as const, subject: publicId("merchant", merchantId), data };
  await insertAuditEntry(tx, origin, entry);
  await notifyPayoutStopped(tx, { changeId: id, merchantId, address, actorId, now });
  return true;
}

/**
 * Applies the changes that are due, for active businesses with active owners. Each runs in a transaction of its own, which checks again
 * that it is pending. A change whose address now belongs to another business, or is a passkey wallet on one device, is stopped. Returns the
 * number applied.
 */
export async function applyDueChanges(deps: Deps): Promise<number> {
  let applied = 0;
  await workThrough(deps, {
    list: "payout-change",
    pageSize: batch,
    next: (limit) => listDueChanges(deps.db, deps.clock.now(), limit),
    itemOf: ({ id, merchantId }) => ({ id, name: publicId("payeeChange", id), merchantId }),
    work: async (change) => {
      const isApplied = await applyOrStop(deps, change);
      if (isApplied) applied += 1;
      return isApplied ? "done" : "held";
    },
  });
  return applied;
}

/** Reasons for which a due change is stopped, as the audit log says them. */
const stopReasons: Partial<Record<ErrorCode, string>> = {
  WALLET_ALREADY_USED: "the address is someone else's by now",
  PAYOUT_WALLET_AT_RISK: "one passkey on one device opens the wallet",
};

async function applyOrStop(deps: Deps, change: PayoutChangeRow): Promise<boolean> {
  try {
    return await applyChange(deps, change);
  } catch (error) {
    const reason = error instanceof HearthError ? stopReasons[error.code] : undefined;
    if (reason === undefined) throw error;
    await deps.db.transaction((tx) => stop(deps, tx, change, { actorId: null, origin: null, reason }));
    return false;
  }
}

async function applyChange(deps: Deps, { id, merchantId, address, requestedBy, isProven }: PayoutChangeRow): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const merchant = await findPaidMerchant(tx, merchantId);
    if (merchant === null) return false;
    const ownerId = requestedBy === merchant.ownerUserId ? requestedBy : null;
    if (ownerId !== null) await lockWallets(tx, ownerId);
    if (!(await holdIsOwnerActive(tx, merchantId))) return false;
    await holdMerchant(tx, merchantId);
    if (!(await lockPayableMerchant(tx, merchantId))) return false;
    if (!(await markApplied(tx, id, deps.clock.now()))) return false;
    await requireSafePayout(tx, merchant.ownerUserId, address);
    const provenBy = isProven && ownerId !== null ? "signature" : await vouchedFor(tx, ownerId, address);
    if (provenBy === null) await requireUnclaimed(tx, merchantId, address);
    await pay(deps, tx, { merchantId, address, actorId: requestedBy, origin: null, ownerId, provenBy });
    return true;
  });
}
