import type { NotificationEvent } from "@hearth/domain/notifications/events";
import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

/**
 * A notification for one person, in their list. Inserted in the transaction of its event. `key` names the event, so that repeating it
 * leaves one row. Unread until `readAt`. Each insertion and each reading is announced on the channel `user_events`.
 */
export const notifications = pgTable(
  "notifications",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    key: text("key").notNull(),
    event: jsonb("event").$type<NotificationEvent>().notNull(),
    createdAt: createdAt(),
    readAt: instant("read_at"),
  },
  (table) => [
    uniqueIndex("notifications_user_key").on(table.userId, table.key),
    index("notifications_user_idx").on(table.userId, table.createdAt, table.id),
    index("notifications_unread_idx")
      .on(table.userId)
      .where(sql`${table.readAt} is null`),
    index("notifications_created_idx").on(table.createdAt),
  ],
);
