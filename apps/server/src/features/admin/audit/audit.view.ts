import { publicId } from "@hearth/domain/ids";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { AuditRow } from "../rows/audit.repo.ts";
import type { Mention } from "./mentions.ts";

const auditValue = z.union([z.string(), z.number(), z.null(), z.strictObject({ from: z.string().nullable(), to: z.string().nullable() })]);

/** A person, a business or a home by name, with the administrators' page about it. */
const namedView = z.strictObject({
  name: z.string(),
  page: z.strictObject({ kind: z.enum(["user", "merchant", "lease", "payment", "dispute"]), _id: z.string() }).nullable(),
});

/** The row that an id of an entry leads to, in words. */
const mentionView = z.strictObject({
  _id: z.string(),
  amountCents: z.number().nullable(),
  /** First day of a month. */
  period: z.string().nullable(),
  names: namedView.array(),
});

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
  /** The subject and the ids in the data that still have a row, in this order. */
  mentions: mentionView.array(),
});
export type AuditLineView = z.infer<typeof auditLineView>;

/** Shows an audit log row to an admin. */
export function viewAuditLine({ line, actor }: AuditRow, mentions: Mention[]): AuditLineView {
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
    mentions: mentions.map(viewMention),
  };
}

function viewMention({ id, row }: Mention): AuditLineView["mentions"][number] {
  const payment = row.paymentId == null ? null : { kind: "payment" as const, _id: publicId("payment", row.paymentId) };
  const own = row.disputeId == null ? payment : { kind: "dispute" as const, _id: publicId("dispute", row.disputeId) };
  const named = [
    { name: row.what ?? (row.disputeId == null ? payment && "payment" : "dispute"), page: own },
    { name: row.person, page: row.userId == null ? null : { kind: "user" as const, _id: publicId("user", row.userId) } },
    { name: row.home, page: row.leaseId == null ? null : { kind: "lease" as const, _id: publicId("lease", row.leaseId) } },
    { name: row.business, page: row.merchantId == null ? null : { kind: "merchant" as const, _id: publicId("merchant", row.merchantId) } },
  ];
  const names = named.flatMap(({ name, page }) => (name == null || name === "" ? [] : [{ name, page }]));
  return { _id: id, amountCents: row.amountCents ?? null, period: row.period ?? null, names };
}
