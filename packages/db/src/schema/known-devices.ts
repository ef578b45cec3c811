import { boolean, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { users } from "./users.ts";

/**
 * A browser in which somebody has signed in to an account, by the SHA-256 of a token in its cookie. It grants no access. It tells the
 * holder's password attempts from those of strangers, so that strangers' attempts do not count against the holder. One browser may be known
 * to several accounts.
 */
export const knownDevices = pgTable(
  "known_devices",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    tokenHash: text("token_hash").notNull(),
    /** False for a device that a mailed link made known, until somebody signs in on it. */
    hasSignedIn: boolean("has_signed_in").notNull().default(true),
    createdAt: createdAt(),
    lastUsedAt: instant("last_used_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "known_devices_pkey", columns: [table.userId, table.tokenHash] }),
    index("known_devices_used_idx").on(table.lastUsedAt),
    index("known_devices_token_idx").on(table.tokenHash),
  ],
);
