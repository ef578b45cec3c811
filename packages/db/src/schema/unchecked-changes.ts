import { bigint, pgTable, uuid } from "drizzle-orm/pg-core";

/**
 * Something that was changed and is to be checked against the invariants: exactly one of the ids. Written by triggers alone, in the transaction that changes it,
 * and removed once the check has found nothing wrong with it. A queue and no mark in the order of ids, because a transaction that began
 * earlier may end later.
 */
export const uncheckedChanges = pgTable("unchecked_changes", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  paymentId: uuid("payment_id"),
  transferId: uuid("transfer_id"),
  refundId: uuid("refund_id"),
  disputeId: uuid("dispute_id"),
  leaseId: uuid("lease_id"),
});
