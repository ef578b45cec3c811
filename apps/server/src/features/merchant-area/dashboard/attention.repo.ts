import type { DatabaseOrTransaction } from "@hearth/db/client";
import { isRefundOwed, owedCents } from "@hearth/db/owed-refund";
import { disputeComments } from "@hearth/db/schema/dispute-comments";
import { disputes } from "@hearth/db/schema/disputes";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leases } from "@hearth/db/schema/leases";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { payments } from "@hearth/db/schema/payments";
import { properties } from "@hearth/db/schema/properties";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { users } from "@hearth/db/schema/users";
import { and, asc, desc, eq, exists, isNotNull, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";

const about = {
  id: disputes.id,
  reason: disputes.reason,
  amountCents: disputes.amountCents,
  owedCents,
  createdAt: disputes.createdAt,
  resolvedAt: disputes.resolvedAt,
  firstName: users.firstName,
  lastName: users.lastName,
  /** The total number of rows, repeated in each row. */
  count: sql<number>`(count(*) over ())::int`,
};

/** Returns the refunds that a merchant owes after approved disputes, the longest owed first. */
export async function listOwedRefunds(db: DatabaseOrTransaction, merchantId: string, limit: number) {
  return db
    .select(about)
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(users, eq(users.id, payments.consumerId))
    .where(and(eq(disputes.merchantId, merchantId), isRefundOwed))
    .orderBy(asc(disputes.resolvedAt), asc(disputes.id))
    .limit(limit);
}

/** Returns a merchant's open disputes without a response by the business, oldest first. */
export async function listUnansweredDisputes(db: DatabaseOrTransaction, merchantId: string, limit: number) {
  const authors = alias(users, "authors");
  const responses = db
    .select({ id: disputeComments.id })
    .from(disputeComments)
    .innerJoin(authors, eq(authors.id, disputeComments.authorId))
    .where(and(eq(disputeComments.disputeId, disputes.id), eq(authors.role, "merchant")));
  return db
    .select(about)
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(users, eq(users.id, payments.consumerId))
    .where(and(eq(disputes.merchantId, merchantId), sql`${disputes.status} = 'open'`, notExists(responses)))
    .orderBy(asc(disputes.createdAt), asc(disputes.id))
    .limit(limit);
}

/** Reads which steps a new merchant has done. One statement, with an index read for each step. */
export async function findFirstSteps(db: DatabaseOrTransaction, merchantId: string, userId: string) {
  const one = { one: sql`1` };
  const leasesOf = db.select({ id: leases.id }).from(leases).where(eq(leases.merchantId, merchantId));
  const invited = db.select(one).from(tenantInvitations).where(eq(tenantInvitations.merchantId, merchantId));
  const joined = db
    .select(one)
    .from(leaseTenants)
    .innerJoin(leases, eq(leases.id, leaseTenants.leaseId))
    .where(and(eq(leases.merchantId, merchantId), isNotNull(leaseTenants.userId)));
  const completed = db
    .select(one)
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.status, "completed")));
  const recorded = db
    .select(one)
    .from(leaseCredits)
    .innerJoin(leases, eq(leases.id, leaseCredits.leaseId))
    .where(and(eq(leases.merchantId, merchantId), eq(leaseCredits.kind, "outside")));
  const [row] = await db
    .select({
      emailConfirmed: sql<boolean>`${users.emailConfirmedAt} is not null`,
      hasProperty: sql<boolean>`${exists(db.select(one).from(properties).where(eq(properties.merchantId, merchantId)))}`,
      leaseId: sql<string | null>`(${leasesOf.orderBy(desc(leases.id)).limit(1)})`,
      hasInvited: sql<boolean>`${or(exists(invited), exists(joined))}`,
      hasRent: sql<boolean>`${or(exists(completed), exists(recorded))}`,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (row === undefined) throw new Error(`There is no user ${userId}`);
  return row;
}
