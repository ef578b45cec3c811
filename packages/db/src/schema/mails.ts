import type { NotificationEvent } from "@hearth/domain/notifications/events";
import { mailStatuses } from "@hearth/domain/notifications/mails";
import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

/**
 * One mail to one person, with or without an account: the outbox. Written in the transaction that causes it and sent afterwards, at least once; `key` names the event, so that
 * the same event writes an account one mail; who writes to somebody without one does so in the transaction of what happens once. Its words are made when it is sent. `waiting` until a mail server takes it (`sent`), refuses it for good
 * (`refused`), or was tried too often (`failed`). `nextTryAt` is also the lease of whoever sends it at the moment.
 */
export const mails = pgTable(
  "mails",
  {
    id: primaryId(),
    /** Null for somebody who is asked for money and has no account. */
    userId: uuid("user_id").references(() => users.id),
    /** How somebody without an account is addressed. */
    toName: text("to_name"),
    /** The account's email when the event happened: of a changed one the old. */
    toAddress: text("to_address").notNull(),
    key: text("key").notNull(),
    event: jsonb("event").$type<NotificationEvent>().notNull(),
    /** What the mail's link proves, encrypted; gone as soon as the mail waits no longer. */
    encryptedToken: text("encrypted_token"),
    /** How soon it goes among those that are due: 0 is what somebody waits for, 2 what may wait. */
    urgency: smallint("urgency").notNull().default(1),
    status: text("status", { enum: mailStatuses }).notNull().default("waiting"),
    tries: integer("tries").notNull().default(0),
    nextTryAt: instant("next_try_at").notNull(),
    /** What the mail server said, or why it was not reached; without addresses and links. */
    lastError: text("last_error"),
    createdAt: createdAt(),
    /** When it was written, or last put back to be sent again. */
    queuedAt: instant("queued_at").notNull(),
    sentAt: instant("sent_at"),
  },
  (table) => [
    uniqueIndex("mails_user_key").on(table.userId, table.key),
    index("mails_due_idx")
      .on(table.urgency, table.nextTryAt)
      .where(sql`${table.status} = 'waiting'`),
    index("mails_status_idx").on(table.status, table.createdAt, table.id),
    index("mails_refused_idx")
      .on(table.userId, table.createdAt)
      .where(sql`${table.status} = 'refused'`),
    index("mails_created_idx").on(table.createdAt, table.id),
    check("mails_status_known", sql`${table.status} in ('waiting', 'sent', 'refused', 'failed')`),
    check("mails_sent_when", sql`(${table.status} = 'sent') = (${table.sentAt} is not null)`),
    check("mails_to_account_or_name", sql`(${table.userId} is null) = (${table.toName} is not null)`),
    check("mails_urgency_known", sql`${table.urgency} between 0 and 2`),
    check("mails_token_waiting", sql`${table.status} = 'waiting' or ${table.encryptedToken} is null`),
  ],
);
