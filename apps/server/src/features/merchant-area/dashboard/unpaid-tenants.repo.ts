import type { DatabaseOrTransaction } from "@hearth/db/client";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import type { TimeRange } from "@hearth/domain/time";
import { and, asc, desc, eq, exists, gte, inArray, lt, sql } from "drizzle-orm";

/** Matches the completed payments of `users` to a merchant. */
function completedTo(merchantId: string) {
  return and(eq(payments.consumerId, users.id), eq(payments.merchantId, merchantId), eq(payments.status, "completed"));
}

/**
 * Returns up to `limit` tenants of a merchant, the longest enrolled first. `hasPaid` is true where a payment created within the range is
 * completed.
 */
export async function listTenantsPaid(db: DatabaseOrTransaction, merchantId: string, { from, to }: TimeRange, limit: number) {
  const paid = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(completedTo(merchantId), gte(payments.createdAt, from), lt(payments.createdAt, to)));
  return db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      aptNumber: users.aptNumber,
      hasPaid: exists(paid).mapWith(Boolean),
    })
    .from(users)
    .where(eq(users.enrolledMerchantId, merchantId))
    .orderBy(asc(users.enrolledAt), asc(users.id))
    .limit(limit);
}

/** Returns the newest completed payment to a merchant of each of these consumers that has any. */
export async function listLastPaid(db: DatabaseOrTransaction, merchantId: string, consumerIds: string[]) {
  if (consumerIds.length === 0) return [];
  const last = db
    .select({ amountCents: payments.amountCents, createdAt: payments.createdAt })
    .from(payments)
    .where(completedTo(merchantId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1)
    .as("last");
  return db
    .select({ consumerId: users.id, amountCents: last.amountCents, createdAt: last.createdAt })
    .from(users)
    .innerJoinLateral(last, sql`true`)
    .where(inArray(users.id, consumerIds));
}
