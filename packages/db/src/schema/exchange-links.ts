import { errorCodes } from "@hearth/domain/errors";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { sessions } from "./sessions.ts";
import { users } from "./users.ts";

/** Outcome of one authorization at the exchange: linked, or an error code. */
export const linkOutcomes = ["linked", ...errorCodes] as const;
export type LinkOutcome = (typeof linkOutcomes)[number];

/**
 * One authorization at the exchange, from the redirect on. Valid for ten minutes, once, for the session that started it. Only the SHA-256
 * of the OAuth state is stored, and PKCE's verifier is stored encrypted.
 */
export const exchangeLinks = pgTable(
  "exchange_links",
  {
    stateHash: text("state_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => sessions.id),
    encryptedVerifier: text("sealed_verifier").notNull(),
    /** Path of the page to return to, within the product. */
    returnPath: text("return_path").notNull(),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    outcome: text("outcome", { enum: linkOutcomes }),
    /** When the person dismissed it. */
    clearedAt: instant("cleared_at"),
  },
  (table) => [index("exchange_links_user_idx").on(table.userId, table.createdAt), index("exchange_links_expires_idx").on(table.expiresAt)],
);
