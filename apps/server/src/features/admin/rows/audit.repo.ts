import type { DatabaseOrTransaction } from "@hearth/db/client";
import { auditLog } from "@hearth/db/schema/audit-log";
import { users } from "@hearth/db/schema/users";
import type { OpenRange } from "@hearth/domain/date-range";
import { and, desc, eq, gte, inArray, lt, or } from "drizzle-orm";

/** A filter of the audit log. */
export interface AuditFilter {
  action?: string | undefined;
  range?: OpenRange;
  /** Lines by one of these actors, about one of these subjects, or from this IP address. */
  about?: { actorIds: string[]; subjects: string[]; ip?: string } | undefined;
}

function matching({ action, range = {}, about }: AuditFilter) {
  return and(
    action === undefined ? undefined : eq(auditLog.action, action),
    range.from && gte(auditLog.at, range.from),
    range.to && lt(auditLog.at, range.to),
    about &&
      or(
        inArray(auditLog.actorId, about.actorIds),
        inArray(auditLog.subject, about.subjects),
        about.ip ? eq(auditLog.ip, about.ip) : undefined,
      ),
  );
}

/** Returns lines of the audit log with their actors, newest first, before a given line. */
export async function listAuditLines(db: DatabaseOrTransaction, filter: AuditFilter & { before?: number | undefined; limit: number }) {
  const { before, limit } = filter;
  return db
    .select({ line: auditLog, actor: { firstName: users.firstName, lastName: users.lastName, email: users.email } })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(matching(filter), before === undefined ? undefined : lt(auditLog.id, before)))
    .orderBy(desc(auditLog.id))
    .limit(limit);
}
export type AuditRow = Awaited<ReturnType<typeof listAuditLines>>[number];
