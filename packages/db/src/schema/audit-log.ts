import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** A fact about an event. A change has the value before and after. */
export type AuditValue = string | number | null | { from: string | null; to: string | null };

/** One security or money event: who did what to whom, when and from where. Append-only by trigger. Never holds a secret. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull(),
    actorId: uuid("actor_id"),
    action: text("action").notNull(),
    subject: text("subject"),
    ip: text("ip"),
    requestId: text("request_id"),
    data: jsonb("data").$type<Record<string, AuditValue>>().notNull().default({}),
  },
  (table) => [
    index("audit_log_at_idx").on(table.at),
    index("audit_log_actor_idx").on(table.actorId, table.id),
    index("audit_log_action_idx").on(table.action, table.id),
    index("audit_log_subject_idx").on(table.subject, table.id),
  ],
);
