import { publicId } from "@hearth/domain/ids";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { AuditRow } from "../rows/audit.repo.ts";

const auditValue = z.union([z.string(), z.number(), z.null(), z.strictObject({ from: z.string().nullable(), to: z.string().nullable() })]);

/** A line of the audit log: the actor, action and subject, the time and address, and the values before and after. */
export const auditLineView = z.strictObject({
  _id: z.string(),
  at: isoTime,
  action: z.string(),
  /** Null for the product's own actions, and where nobody was signed in. */
  actor: z.strictObject({ _id: z.string(), name: z.string(), email: z.string() }).nullable(),
  subject: z.string().nullable(),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
  data: z.record(z.string(), auditValue),
});
export type AuditLineView = z.infer<typeof auditLineView>;

/** Shows an audit log row to an admin. */
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
