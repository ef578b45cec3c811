import { errorCodes } from "@hearth/domain/errors";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { sessions } from "./sessions.ts";
import { users } from "./users.ts";

/** How one authorization at the exchange ended: linked, or the code of what went wrong. */
export const linkOutcomes = ["linked", ...errorCodes] as const;
export type LinkOutcome = (typeof linkOutcomes)[number];

/**
 * One authorization at the exchange, from the moment a person is sent there: good for ten minutes, once, for the session that began it and
 * no other. Of the state that travels with the person only the SHA-256 is kept, and PKCE's verifier only encrypted.
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
    /** Where the person was; a path of the product. */
    returnPath: text("return_path").notNull(),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
    outcome: text("outcome", { enum: linkOutcomes }),
    /** When the person asked to forget it. */
    clearedAt: instant("cleared_at"),
  },
  (table) => [index("exchange_links_user_idx").on(table.userId, table.createdAt), index("exchange_links_expires_idx").on(table.expiresAt)],
);
