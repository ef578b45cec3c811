import type { DatabaseOrTransaction } from "@hearth/db/client";
import { disputes } from "@hearth/db/schema/disputes";
import { refunds } from "@hearth/db/schema/refunds";
import { and, eq, ne } from "drizzle-orm";

/** Whether something was built on a payment having been made: a dispute about it, or money that was paid back or is to be. */
export async function isBuiltUpon(db: DatabaseOrTransaction, paymentId: string): Promise<boolean> {
  const [disputeCount, refundCount] = await Promise.all([
    db.$count(disputes, eq(disputes.paymentId, paymentId)),
    db.$count(refunds, and(eq(refunds.paymentId, paymentId), ne(refunds.status, "cancelled"))),
  ]);
  return disputeCount + refundCount > 0;
}
