import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import type { LeaseChange } from "@hearth/domain/notifications/events";
import { notify, notifyOfMany, toBusiness } from "../../notifications/notify.ts";
import { findLeaseNames } from "../rows/lease-rows.repo.ts";
import { leaveAllLeases } from "../rows/tenants.repo.ts";

/** The tenants to notify: all, all but one, or one. */
type ChangeDetails = { but?: string | null } | { only: string };

/** Notifies the tenants who have joined a lease of a change by its landlord, by mail and in the product. At most four statements. */
export async function notifyTenants(
  tx: Transaction,
  { id }: { id: string },
  change: LeaseChange,
  now: Date,
  details: ChangeDetails = {},
): Promise<void> {
  const names = await findLeaseNames(tx, id, now);
  if (names === null) return;
  const { userIds: all, ...named } = names;
  const userIds = "only" in details ? [details.only] : all.filter((userId) => userId !== details.but);
  if (userIds.length === 0) return;
  const event = { kind: "leaseChanged" as const, leaseId: publicId("lease", id), ...named, ...change };
  await notify(tx, { userIds, key: `lease changed ${id} ${change.change} ${now.toISOString()}`, event, now });
}

/**
 * Removes an account that is being closed from its leases, and notifies their landlords, who can invite again and who still owe a deposit that they hold. The
 * tenants' names and emails stay on the leases. At most six statements, however many leases.
 */
export async function leaveLeases(tx: Transaction, userId: string, now: Date): Promise<void> {
  const leftLeases = await leaveAllLeases(tx, userId, now);
  await notifyOfMany(
    tx,
    leftLeases.map(({ leaseId, ownerId, staff, depositCents, email, hasMovedOut, ...named }) => {
      const deposit = depositCents > 0 ? { deposit: { cents: depositCents, email } } : {};
      const left = hasMovedOut ? { hasMovedOut: true as const } : {};
      const event = { kind: "tenantAccountClosed" as const, leaseId: publicId("lease", leaseId), ...named, ...left, ...deposit };
      return { ...toBusiness({ ownerId, staff }, event.kind), key: `tenant-account-closed:${leaseId}:${userId}`, event, now };
    }),
  );
}
