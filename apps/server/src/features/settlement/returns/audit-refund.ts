import type { Transaction } from "@hearth/db/client";
import type { AuditValue } from "@hearth/db/schema/audit-log";
import type { AuditAction } from "@hearth/domain/admin/audit-actions";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { CallOrigin } from "../../../trpc/context.ts";
import type { RefundRow } from "../../ledger/refunds.repo.ts";

/** Audit actions per event: for a payment's refund, and for a returned transfer. */
const actions = {
  begun: ["refund.begun", "transfer.returnBegun"],
  sent: ["refund.sent", "transfer.returnSent"],
  cancelled: ["refund.cancelled", "transfer.returnCancelled"],
  completed: ["refund.completed", "transfer.returnCompleted"],
  reopened: ["refund.reopened", "transfer.returnReopened"],
  oddTransfer: ["refund.oddTransfer", "transfer.oddReturn"],
} as const satisfies Record<string, readonly [AuditAction, AuditAction]>;

interface RefundEvent {
  what: keyof typeof actions;
  at: Date;
  data?: Record<string, AuditValue>;
  /** The actor and the call's origin; undefined when the chain caused the event. */
  by?: { actorId: string; origin: CallOrigin };
}

/** Adds a refund event to the audit log: under the refund, or under the returned transfer, so that a transfer's history stays together. */
export async function auditRefund(
  tx: Transaction,
  { id, sourceTransferId }: Pick<RefundRow, "id" | "sourceTransferId">,
  { what, at, data, by }: RefundEvent,
): Promise<void> {
  const [ofPayment, ofTransfer] = actions[what];
  const about =
    sourceTransferId === null
      ? { action: ofPayment, subject: publicId("refund", id) }
      : { action: ofTransfer, subject: publicId("transfer", sourceTransferId) };
  await insertAuditEntry(tx, by?.origin ?? null, { at, actorId: by?.actorId ?? null, ...about, ...(data && { data }) });
}
