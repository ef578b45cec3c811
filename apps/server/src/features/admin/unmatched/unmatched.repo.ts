import type { DatabaseOrTransaction } from "@hearth/db/client";
import { disputes } from "@hearth/db/schema/disputes";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { and, eq, isNotNull, ne } from "drizzle-orm";

/** True where a payment has a dispute, a refund, or money already returned, so that its completion can no longer be undone. */
export async function hasDependents(db: DatabaseOrTransaction, paymentId: string): Promise<boolean> {
  const ofPayment = eq(refunds.paymentId, paymentId);
  const [disputeCount, refundCount, given] = await Promise.all([
    db.$count(disputes, eq(disputes.paymentId, paymentId)),
    db.$count(refunds, and(ofPayment, ne(refunds.status, "cancelled"))),
    // A transfer sent for a refund that was then cancelled still returned money.
    db
      .select({ id: transfers.id })
      .from(transfers)
      .innerJoin(refunds, eq(refunds.id, transfers.refundId))
      .where(and(ofPayment, isNotNull(transfers.givenBackAt)))
      .limit(1),
  ]);
  return disputeCount + refundCount + given.length > 0;
}
