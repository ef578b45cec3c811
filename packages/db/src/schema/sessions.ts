import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

export const sessionKinds = ["auth", "admin"] as const;
export type SessionKind = (typeof sessionKinds)[number];

/**
 * One signed-in device: a token that was given out, kept as its SHA-256 only. Two kinds, neither of which is ever taken for the other.
 * It ends at the earliest of: idle expiry (moved on use), absolute expiry, revocation.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    kind: text("kind", { enum: sessionKinds }).notNull(),
    tokenHash: text("token_hash").notNull(),
    userAgent: text("user_agent"),
    ip: text("ip"),
    createdAt: createdAt(),
    lastUsedAt: instant("last_used_at").notNull(),
    idleExpiresAt: instant("idle_expires_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** When its holder last showed who they are: at the sign-in, or asked for it again before something that a stolen token must not do. */
    authenticatedAt: instant("authenticated_at").notNull().defaultNow(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    uniqueIndex("sessions_token_hash_key").on(table.tokenHash),
    index("sessions_user_idx").on(table.userId),
    check("sessions_kind_known", sql`${table.kind} in ('auth', 'admin')`),
  ],
);
