import type { DatabaseOrTransaction } from "@hearth/db/client";
import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { and, asc, eq, getTableColumns, isNull, ne } from "drizzle-orm";

/** The refunds of a payment that its merchant gives without a dispute, oldest first; what was given up is none. */
export async function listGivenRefunds(db: DatabaseOrTransaction, paymentId: string) {
  return db
    .select({ ...getTableColumns(refunds), txHash: transfers.txHash })
    .from(refunds)
    .leftJoin(transfers, eq(transfers.id, refunds.transferId))
    .where(and(eq(refunds.paymentId, paymentId), isNull(refunds.disputeId), ne(refunds.status, "cancelled")))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
}
export type GivenRefundRow = Awaited<ReturnType<typeof listGivenRefunds>>[number];
