import { publicId } from "@hearth/domain/ids";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { AuditRow } from "../rows/audit.repo.ts";

const auditValue = z.union([z.string(), z.number(), z.null(), z.strictObject({ from: z.string().nullable(), to: z.string().nullable() })]);

/** One line of the audit log: who did what to whom, when and from where, with what was before and after. */
export const auditLineView = z.strictObject({
  _id: z.string(),
  at: isoTime,
  action: z.string(),
  /** Null where the product did it by itself, or nobody was signed in. */
  actor: z.strictObject({ _id: z.string(), name: z.string(), email: z.string() }).nullable(),
  subject: z.string().nullable(),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
  data: z.record(z.string(), auditValue),
});
export type AuditLineView = z.infer<typeof auditLineView>;

/** A row as an admin sees it. */
export function viewAuditLine({ line, actor }: AuditRow): AuditLineView {
  return {
    _id: String(line.id),
    at: line.at.toISOString(),
    action: line.action,
    actor:
      line.actorId === null || actor === null
        ? null
        : { _id: publicId("user", line.actorId), name: `${actor.firstName} ${actor.lastName}`, email: actor.email },
    subject: line.subject,
    ip: line.ip,
    requestId: line.requestId,
    data: line.data,
  };
}
