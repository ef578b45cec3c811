import type { DatabaseOrTransaction } from "@hearth/db/client";
import { isRefundOwed } from "@hearth/db/owed-refund";
import { disputes } from "@hearth/db/schema/disputes";
import { merchants } from "@hearth/db/schema/merchants";
import { transfers } from "@hearth/db/schema/transfers";
import { staffOf } from "@hearth/db/staff-of";
import { and, count, eq, inArray, isNull, notInArray } from "drizzle-orm";

/** Counts the open disputes of each merchant that has any. */
export async function countOpenDisputes(db: DatabaseOrTransaction) {
  return db
    .select({ merchantId: disputes.merchantId, count: count() })
    .from(disputes)
    .where(eq(disputes.status, "open"))
    .groupBy(disputes.merchantId);
}

/** Counts the refunds owed by each merchant that owes any. */
export async function countOwedRefunds(db: DatabaseOrTransaction) {
  return db.select({ merchantId: disputes.merchantId, count: count() }).from(disputes).where(isRefundOwed).groupBy(disputes.merchantId);
}

/** Counts the unmatched transfers that need a decision of each merchant. */
export async function countUnmatchedTransfers(db: DatabaseOrTransaction) {
  const { merchantId, reorgedAt, verdict, sentBackBy, setAsideAt } = transfers;
  return db
    .select({ merchantId, count: count() })
    .from(transfers)
    .where(and(isNull(reorgedAt), notInArray(verdict, ["matched", "part"]), isNull(sentBackBy), isNull(setAsideAt)))
    .groupBy(merchantId);
}

/** Returns the owners and staff of active merchants, with name and time zone. */
export async function listOwners(db: DatabaseOrTransaction, merchantIds: string[]) {
  const { id, ownerUserId, name, timeZone } = merchants;
  return db
    .select({ id, ownerId: ownerUserId, staff: staffOf(id), name, timeZone })
    .from(merchants)
    .where(and(inArray(id, merchantIds), eq(merchants.status, "active")));
}
