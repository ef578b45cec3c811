import type { Transaction } from "@hearth/db/client";
import type { NotificationEvent } from "@hearth/domain/notifications/events";
import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { notify, toBusiness } from "../notifications/notify.ts";
import { findBusiness } from "./merchants.repo.ts";

/**
 * Notifies the business that new checkouts are paid to this wallet. A first wallet is no news to an owner or administrator who sets it, but
 * the owner hears of one that somebody else who works there has set.
 */
export async function notifyPayoutChanged(
  tx: Transaction,
  {
    merchantId,
    address,
    actorId,
    isFirst,
    now,
  }: { merchantId: string; address: string; actorId: string | null; isFirst: boolean; now: Date },
): Promise<void> {
  const owner = await findBusiness(tx, merchantId);
  if (owner === null || (isFirst && !owner.staff.some(({ userId }) => userId === actorId))) return;
  const { name: merchant, timeZone } = owner;
  const event = { kind: "payoutWalletChanged", merchant, address, at: now.toISOString(), timeZone } as const;
  await notify(tx, { ...toBusiness(owner, event.kind), key: `payout-changed:${merchantId}:${now.toISOString()}`, event, now });
}

/** Notifies the business of a pending payout wallet change and its deadline for stopping it. */
export async function notifyPayoutRequested(
  tx: Transaction,
  { merchantId, address, takesEffectAt, now }: { merchantId: string; address: string; takesEffectAt: Date; now: Date },
): Promise<void> {
  const owner = await findBusiness(tx, merchantId);
  if (owner === null) return;
  const { name: merchant, timeZone } = owner;
  const event = { kind: "payoutWalletAsked", merchant, address, takesEffectAt: takesEffectAt.toISOString(), timeZone } as const;
  await notify(tx, { ...toBusiness(owner, event.kind), key: `payout-asked:${merchantId}:${now.toISOString()}`, event, now });
}

/**
 * Notifies the business that a payout wallet change was stopped, and by whom. A null `actorId` means that another business has proven the
 * wallet. The actor gets no notice.
 */
export async function notifyPayoutStopped(
  tx: Transaction,
  {
    changeId,
    merchantId,
    address,
    actorId,
    now,
  }: { changeId: string; merchantId: string; address: string; actorId: string | null; now: Date },
): Promise<void> {
  const business = await findBusiness(tx, merchantId);
  if (business === null) return;
  const { ownerId, staff, name: merchant, timeZone } = business;
  const isOwn = actorId === ownerId || staff.some(({ userId }) => userId === actorId);
  const by = actorId === null ? "otherBusiness" : isOwn ? "business" : "administrator";
  const event = { kind: "payoutChangeStopped", merchant, address, by, at: now.toISOString(), timeZone } as const;
  const but = actorId === null ? {} : { but: actorId };
  await notify(tx, { ...toBusiness(business, event.kind, but), key: `payout-stopped:${changeId}`, event, now });
}

/** A change to a business's staff. */
interface StaffChange {
  staffId: string;
  merchantId: string;
  change: "invited" | "joined" | "roleChanged" | "removed";
  /** The address of the changed staff member. */
  email: string;
  role: StaffRole;
  /** The name of the person who made the change. */
  by: string;
  actorId: string;
  now: Date;
}

/**
 * Notifies a business's owners of a change to its staff. The owner who made it is notified as well: a thief may have used their account.
 */
export async function notifyStaffChange(tx: Transaction, { staffId, merchantId, actorId, now, ...said }: StaffChange): Promise<void> {
  const business = await findBusiness(tx, merchantId);
  if (business === null) return;
  const at = now.toISOString();
  const key = `staff-${said.change}:${staffId}:${at}`;
  const event = { kind: "staffChanged", merchant: business.name, ...said, at, timeZone: business.timeZone } as const;
  const isOwners = said.change !== "joined" && (actorId === business.ownerId || business.staff.some(({ userId }) => userId === actorId));
  await notify(tx, { ...toBusiness(business, event.kind, { but: actorId }), key, event, now });
  if (isOwners) await notify(tx, { userIds: [actorId], key, event: { ...event, byReader: true }, now });
}

/** Notifies the business, once per refund, that the relayer could not send it. */
export async function notifyRefundNotSent(
  tx: Transaction,
  {
    refundId,
    merchantId,
    event: said,
    now,
  }: { refundId: string; merchantId: string; event: Omit<Extract<NotificationEvent, { kind: "refundNotSent" }>, "kind">; now: Date },
): Promise<void> {
  const business = await findBusiness(tx, merchantId);
  if (business === null) return;
  const event = { kind: "refundNotSent", ...said } as const;
  await notify(tx, { ...toBusiness(business, event.kind), key: `refundNotSent:${refundId}`, event, now });
}
