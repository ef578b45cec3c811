import { alarmTransitions, webhookStatuses } from "@hearth/domain/operations/alarms";
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { alarms } from "./alarms.ts";

/**
 * One call to the operator's webhook for an alarm that was raised or has cleared, at most one row for each. Inserted in the transaction
 * that notifies people, then sent at least once. It is `waiting` until it is delivered (`sent`) or has failed too often (`failed`).
 * `nextTryAt` also serves as the lock of the sender.
 */
export const alarmWebhooks = pgTable(
  "alarm_webhooks",
  {
    id: primaryId(),
    alarmId: uuid("alarm_id")
      .notNull()
      .references(() => alarms.id),
    turn: text("turn", { enum: alarmTransitions }).notNull(),
    status: text("status", { enum: webhookStatuses }).notNull().default("waiting"),
    tries: integer("tries").notNull().default(0),
    nextTryAt: instant("next_try_at").notNull(),
    lastError: text("last_error"),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("alarm_webhooks_once").on(table.alarmId, table.turn),
    index("alarm_webhooks_waiting_idx")
      .on(table.nextTryAt)
      .where(sql`${table.status} = 'waiting'`),
    index("alarm_webhooks_created_idx").on(table.createdAt),
    check("alarm_webhooks_turn_known", sql`${table.turn} in ('raised', 'cleared')`),
    check("alarm_webhooks_status_known", sql`${table.status} in ('waiting', 'sent', 'failed')`),
  ],
);
