import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { sessions } from "./sessions.ts";
import { users } from "./users.ts";

export const accountTokenPurposes = ["confirmEmail", "resetPassword", "changeEmail", "keepEmail"] as const;
export type AccountTokenPurpose = (typeof accountTokenPurposes)[number];

/**
 * What a link in a mail proves: that whoever shows it reads the account's mail. Kept as its SHA-256 only, used once, and of one purpose; the newest of
 * an account and purpose is the only one that opens anything, but of `keepEmail`, which undoes a change of email: a later change takes none of those
 * away. `email` is the address that it was sent to and the only one that it speaks for: the account's, the one that is to take its place, or the one before.
 */
export const accountTokens = pgTable(
  "account_tokens",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    purpose: text("purpose", { enum: accountTokenPurposes }).notNull(),
    tokenHash: text("token_hash").notNull(),
    email: text("email").notNull(),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
    /** For another email: the session that asked, which stays when the others end. */
    sessionId: uuid("session_id").references(() => sessions.id),
    /** When it was used, or a newer one took its place. */
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("account_tokens_hash_key").on(table.tokenHash),
    uniqueIndex("account_tokens_newest_key")
      .on(table.userId, table.purpose)
      .where(sql`${table.endedAt} is null and ${table.purpose} <> 'keepEmail'`),
    index("account_tokens_kept_idx")
      .on(table.email)
      .where(sql`${table.endedAt} is null and ${table.purpose} = 'keepEmail'`),
    index("account_tokens_expires_idx").on(table.expiresAt),
    check("account_tokens_purpose_known", sql`${table.purpose} in ('confirmEmail', 'resetPassword', 'changeEmail', 'keepEmail')`),
  ],
);
