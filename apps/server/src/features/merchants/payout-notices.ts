import type { Transaction } from "@hearth/db/client";
import { notify, toBusiness } from "../notifications/notify.ts";
import { findBusiness } from "./merchants.repo.ts";

/** Tells an owner that new checkouts are paid to another wallet. */
export async function tellPayoutChanged(tx: Transaction, merchantId: string, address: string, now: Date): Promise<void> {
  const owner = await findBusiness(tx, merchantId);
  if (owner === null) return;
  const event = { kind: "payoutWalletChanged", merchant: owner.name, address, at: now.toISOString() } as const;
  await notify(tx, { ...toBusiness(owner, event.kind), key: `payout-changed:${merchantId}:${now.toISOString()}`, event, now });
}

/** Tells an owner that the payout wallet is about to change, and until when that can be stopped. */
export async function tellPayoutAsked(
  tx: Transaction,
  { merchantId, address, takesEffectAt, now }: { merchantId: string; address: string; takesEffectAt: Date; now: Date },
): Promise<void> {
  const owner = await findBusiness(tx, merchantId);
  if (owner === null) return;
  const event = { kind: "payoutWalletAsked", merchant: owner.name, address, takesEffectAt: takesEffectAt.toISOString() } as const;
  await notify(tx, { ...toBusiness(owner, event.kind), key: `payout-asked:${merchantId}:${now.toISOString()}`, event, now });
}

/** Tells the owner that a change of the payout wallet was stopped, and by whom, null where the wallet is another business's by now; whoever stopped it knows. */
export async function tellPayoutStopped(
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
  const { ownerId, staff, name: merchant } = business;
  const isOwn = actorId === ownerId || staff.some(({ userId }) => userId === actorId);
  const by = actorId === null ? "otherBusiness" : isOwn ? "business" : "administrator";
  const event = { kind: "payoutChangeStopped", merchant, address, by, at: now.toISOString() } as const;
  const but = actorId === null ? {} : { but: actorId };
  await notify(tx, { ...toBusiness(business, event.kind, but), key: `payout-stopped:${changeId}`, event, now });
}
