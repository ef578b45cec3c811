import type { Transaction } from "@hearth/db/client";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { users } from "@hearth/db/schema/users";
import { and, eq, inArray, isNull } from "drizzle-orm";

/** Consumers who chose this merchant themselves, by e-mail address. */
export async function listEnrolled(tx: Transaction, merchantId: string, emails: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.enrolledMerchantId, merchantId), eq(users.role, "user"), inArray(users.email, emails)));
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Replaces what an invitation's link carries; answers whether somebody is still invited by it. */
export async function markInvited(tx: Transaction, { leaseId, id }: { leaseId: string; id: string }, inviteHash: string): Promise<boolean> {
  const rows = await tx
    .update(leaseTenants)
    .set({ inviteHash })
    .where(and(eq(leaseTenants.id, id), eq(leaseTenants.leaseId, leaseId), isNull(leaseTenants.userId)))
    .returning({ id: leaseTenants.id });
  return rows.length === 1;
}

/** Makes an account the tenant that an invitation names, once; answers of which lease and merchant, or null. */
export async function markJoined(tx: Transaction, inviteHash: string, { userId, now }: { userId: string; now: Date }) {
  const [row] = await tx
    .update(leaseTenants)
    .set({ userId, joinedAt: now, inviteHash: null })
    .from(leases)
    .where(and(eq(leaseTenants.inviteHash, inviteHash), eq(leases.id, leaseTenants.leaseId)))
    .returning({ leaseId: leaseTenants.leaseId, merchantId: leases.merchantId });
  return row ?? null;
}
