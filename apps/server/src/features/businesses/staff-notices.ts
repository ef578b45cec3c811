import type { Transaction } from "@hearth/db/client";
import type { StaffRole } from "@hearth/domain/merchants/staff-roles";
import { notify, toBusiness } from "../notifications/notify.ts";
import { findBusiness } from "./merchants.repo.ts";

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
  const event = { kind: "staffChanged", merchant: business.name, ...said, at } as const;
  const isOwners = said.change !== "joined" && (actorId === business.ownerId || business.staff.some(({ userId }) => userId === actorId));
  await notify(tx, { ...toBusiness(business, event.kind, { but: actorId }), key, event, now });
  if (isOwners) await notify(tx, { userIds: [actorId], key, event: { ...event, byReader: true }, now });
}
