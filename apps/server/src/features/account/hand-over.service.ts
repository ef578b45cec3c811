import { sameAddress } from "@hearth/chain/addresses";
import { violatedConstraint } from "@hearth/db/errors";
import type { Transaction } from "@hearth/db/client";
import { transactWithRetry } from "@hearth/db/transact-again";
import { closingObstacles, handOverDays, newDeviceDays } from "@hearth/domain/account/closing";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import type { MessageView } from "../../trpc/wire.ts";
import { hashToken } from "../auth/sessions/tokens.ts";
import { isChangeWaiting } from "../merchant-area/business/payout-change.service.ts";
import { findBusiness, findPaidMerchant } from "../businesses/merchants.service.ts";
import { lockStaff, markInvitationEnded, markStaffEnded } from "../businesses/staff.service.ts";
import { notify, toBusiness } from "../notifications/notify.ts";
import { handPayoutWallet } from "../wallet/payout-wallet.ts";
import { findWalletOfKind } from "../wallet/wallet.service.ts";
import { findNewDevice, lockSuccessor, insertFormerOwner, lockForClosing, setOwner } from "./closing.repo.ts";

/**
 * Hands an owner's business to a co-owner. The former owner stays as a co-owner and can leave. Payouts, leases and open payments stay with the business, and its payout wallet
 * becomes one of the new owner.
 * Notifies both, and every other co-owner.
 * @throws HearthError NOT_FOUND. CONFLICT for a caller who is a co-owner, on a new device, and for a receiver who is no co-
 * owner or not long enough. Also CONFLICT while a payout change waits, and while the business is paid at its owner's exchange account.
 */
export async function handOver(deps: Deps, origin: CallOrigin, actor: Actor, { staffId }: { staffId: string }): Promise<MessageView> {
  const now = deps.clock.now();
  const name = await transactWithRetry(deps.db, (tx) => hand(deps, tx, { origin, actor, staffId, now })).catch((error: unknown) => {
    if (violatedConstraint(error) !== "merchants_owner_key") throw error;
    throw conflict("They own another business");
  });
  return { message: `The business belongs to ${name} now` };
}

interface HandingOver {
  origin: CallOrigin;
  actor: Actor;
  staffId: string;
  now: Date;
}

async function hand(deps: Deps, tx: Transaction, { origin, actor, staffId, now }: HandingOver): Promise<string> {
  const lockedAccount = await lockForClosing(tx, actor.userId);
  const merchantId = lockedAccount?.merchantId ?? null;
  const business = merchantId && (await findBusiness(tx, merchantId));
  if (!lockedAccount || !business) {
    if (actor.staffRole !== null) throw conflict("Only the owner can hand a business over");
    throw new HearthError("NOT_FOUND", { message: "No merchant account found" });
  }
  const paidAt = await requireFree(tx, { origin, actor, merchantId, now });
  const id = parsePublicId("staff", staffId);
  // Locks the account before the staff row, in the same order as closing does.
  const heir = id && (await lockSuccessor(tx, id));
  const staff = id && (await lockStaff(tx, { merchantId, id }));
  if (!staff) throw new HearthError("NOT_FOUND", { message: "No one works here by this" });
  if (!heir || staff.joinedAt === null || staff.role !== "owner")
    throw conflict("Only someone who works here as an owner can take the business. Give them that role first.");
  if (heir.status !== "active" || heir.emailConfirmedAt === null) throw conflict("They have to confirm their email first");
  if (now.getTime() - staff.joinedAt.getTime() < handOverDays * 86_400_000)
    throw conflict(`A business can be handed to who has worked for it for ${handOverDays} days`);
  const { account } = lockedAccount;
  await markStaffEnded(tx, staff.id, now);
  await markInvitationEnded(tx, merchantId, account.email, now);
  await setOwner(tx, { merchantId, from: account, to: heir, now });
  if (paidAt !== null) await handPayoutWallet(deps, tx, origin, { from: account.id, to: heir.id, address: paidAt });
  await insertFormerOwner(tx, { merchantId, userId: actor.userId, email: account.email, invitedBy: heir.id, now });
  const [from, to] = [account, heir].map((person) => ({ name: `${person.firstName} ${person.lastName}`, id: publicId("user", person.id) }));
  const subject = publicId("merchant", merchantId);
  const data = { owner: { from: from?.id ?? null, to: to?.id ?? null } };
  await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "merchant.handedOver", subject, data });
  const event = {
    kind: "businessHandedOver",
    merchant: business.name,
    from: from?.name ?? "",
    to: to?.name ?? "",
    at: now.toISOString(),
  } as const;
  const recipients = toBusiness(business, event.kind, { but: actor.userId });
  // The former and the new owner are notified whatever their notification settings.
  const staffIds = (recipients.staffIds ?? []).filter((userId) => userId !== heir.id);
  await notify(tx, { userIds: [actor.userId, heir.id], staffIds, key: `handed-over:${merchantId}:${now.toISOString()}`, event, now });
  return to?.name ?? "";
}

/** Refuses while a pending change exists that the new owner could not stop, or a payout that the new owner could not receive. Returns the payout wallet. */
async function requireFree(
  tx: Transaction,
  { origin, actor, merchantId, now }: Omit<HandingOver, "staffId"> & { merchantId: string },
): Promise<`0x${string}` | null> {
  const newSince = new Date(now.getTime() - newDeviceDays * 86_400_000);
  const device = { userId: actor.userId, sessionId: actor.sessionId, deviceHash: hashToken(origin.device?.token ?? ""), newSince };
  if ((await findNewDevice(tx, device)).length > 0) throw conflict(closingObstacles.newDevice.replace("Close your account", "Do this"));
  if (await isChangeWaiting(tx, merchantId)) throw conflict(closingObstacles.payoutChange);
  const merchant = await findPaidMerchant(tx, merchantId);
  const paidAt = merchant?.payeeAddress ?? null;
  const exchange = await findWalletOfKind(tx, actor.userId, "exchange");
  if (paidAt !== null && exchange !== null && sameAddress(paidAt, exchange))
    throw conflict("Your business is paid at your own account at the exchange. Set another payout wallet first.");
  return paidAt;
}

function conflict(message: string): HearthError {
  return new HearthError("CONFLICT", { message });
}
