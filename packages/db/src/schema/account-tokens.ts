import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { sessions } from "./sessions.ts";
import { users } from "./users.ts";

export const accountTokenPurposes = ["confirmEmail", "resetPassword", "changeEmail", "keepEmail", "knowDevice"] as const;
export type AccountTokenPurpose = (typeof accountTokenPurposes)[number];

/**
 * A link in a mail. Using it proves that its user can read the mail of `email`. Only the token's SHA-256 is stored. A link is used once and
 * has one purpose. Only the newest link of an account and purpose works, except for `keepEmail`, which undoes a change of email and
 * survives later changes. `email` is the address it was sent to, and the only one it confirms: the current, the new or the previous one.
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
    /** For a change of email: the session that asked for it, which stays when the others end. */
    sessionId: uuid("session_id").references(() => sessions.id),
    /** When it was used or replaced by a newer one. */
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
    check(
      "account_tokens_purpose_known",
      sql`${table.purpose} in ('confirmEmail', 'resetPassword', 'changeEmail', 'keepEmail', 'knowDevice')`,
    ),
  ],
);
