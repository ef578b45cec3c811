import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import type { LeaseChange } from "@hearth/domain/notifications/events";
import { notify } from "../../notifications/notify.ts";
import { findLeaseNames } from "../rows/lease-rows.repo.ts";

/** Tells the tenants who have joined a lease what its landlord changed, by mail and on their list. At most four statements. */
export async function tellTenants(tx: Transaction, { id }: { id: string }, change: LeaseChange, now: Date): Promise<void> {
  const names = await findLeaseNames(tx, id);
  if (names === null || names.userIds.length === 0) return;
  const { userIds, ...named } = names;
  const event = { kind: "leaseChanged" as const, leaseId: publicId("lease", id), ...named, ...change };
  await notify(tx, { userIds, key: `lease changed ${id} ${now.toISOString()}`, event, now });
}
