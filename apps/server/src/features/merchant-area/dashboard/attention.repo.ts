import type { DatabaseOrTransaction } from "@hearth/db/client";
import { isRefundOwed, owedCents } from "@hearth/db/owed-refund";
import { disputeComments } from "@hearth/db/schema/dispute-comments";
import { disputes } from "@hearth/db/schema/disputes";
import { payments } from "@hearth/db/schema/payments";
import { users } from "@hearth/db/schema/users";
import { and, asc, eq, notExists, sql } from "drizzle-orm";
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
