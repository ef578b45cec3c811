import { bigint, pgTable, uuid } from "drizzle-orm/pg-core";

/**
 * A changed row that must be checked against the invariants, with exactly one of the ids. A lease comes with the charge, the credit or both
 * whose lines changed. Written only by triggers in the transaction of the change, and deleted once the check has passed. A queue instead of a
 * position in the order of ids, because a transaction that began earlier may commit later.
 */
export const uncheckedChanges = pgTable("unchecked_changes", {
  id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  paymentId: uuid("payment_id"),
  transferId: uuid("transfer_id"),
  refundId: uuid("refund_id"),
  disputeId: uuid("dispute_id"),
  leaseId: uuid("lease_id"),
  chargeId: uuid("charge_id"),
  creditId: uuid("credit_id"),
});

/** Ids of charges and credits of which lines or allocations changed. */
export interface ChangedLines {
  charges: string[];
  credits: string[];
}
