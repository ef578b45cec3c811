import type { NotificationEvent } from "@hearth/domain/notifications/events";
import { mailStatuses } from "@hearth/domain/notifications/mails";
import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

/**
 * The outbox: one mail to one person, with or without an account. Inserted in the transaction of its event and sent afterwards, at least
 * once. The text is rendered when the mail is sent.
 *
 * `key` names the event, so that an account gets one mail for it. Mails to people without an account have no such index: their writer
 * inserts them in a transaction that runs once.
 *
 * It is `waiting` until a mail server accepts it (`sent`), refuses it for good (`refused`), or it has failed too often (`failed`).
 * `nextTryAt` also serves as the lock of the sender.
 */
export const mails = pgTable(
  "mails",
  {
    id: primaryId(),
    /** Null for a person without an account who is asked for money. */
    userId: uuid("user_id").references(() => users.id),
    /** Name of a recipient without an account. */
    toName: text("to_name"),
    /** The account's email at the time of the event; after a change of email, the old one. */
    toAddress: text("to_address").notNull(),
    key: text("key").notNull(),
    event: jsonb("event").$type<NotificationEvent>().notNull(),
    /** The token of the mail's link, encrypted. Deleted as soon as the mail no longer waits. */
    encryptedToken: text("encrypted_token"),
    /** Priority among due mails: 0 if somebody waits for it, 2 if it may wait. */
    urgency: smallint("urgency").notNull().default(1),
    status: text("status", { enum: mailStatuses }).notNull().default("waiting"),
    tries: integer("tries").notNull().default(0),
    nextTryAt: instant("next_try_at").notNull(),
    /** The mail server's reply, or the connection error; without addresses and links. */
    lastError: text("last_error"),
    createdAt: createdAt(),
    /** When it was written, or last queued again. */
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
