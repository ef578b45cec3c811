import type { DatabaseOrTransaction } from "@hearth/db/client";
import { type AuditValue, auditLog } from "@hearth/db/schema/audit-log";
import type { AuditAction } from "@hearth/domain/admin/audit-actions";
import type { CallOrigin } from "../trpc/context.ts";

/** An audit event. `data` must contain no secret. */
export interface AuditEntry {
  at: Date;
  actorId: string | null;
  action: AuditAction;
  /** Target of the action, as a public id or an address. */
  subject?: string;
  data?: Record<string, AuditValue>;
}

/** Inserts an audit entry, within the caller's transaction if there is one. */
export async function insertAuditEntry(db: DatabaseOrTransaction, origin: CallOrigin | null, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values({ ...entry, ip: origin?.ip ?? null, requestId: origin?.requestId ?? null });
}
