import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

export const sessionKinds = ["auth", "admin"] as const;
export type SessionKind = (typeof sessionKinds)[number];

/**
 * A signed-in device: the SHA-256 of its token. A session of one kind is never accepted as the other. It ends at the earliest of idle
 * expiry (extended on use), absolute expiry and revocation.
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
    /** When its holder last authenticated: at the sign-in, or again before an action that a stolen token must not allow. */
    authenticatedAt: instant("authenticated_at").notNull().defaultNow(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    uniqueIndex("sessions_token_hash_key").on(table.tokenHash),
    index("sessions_user_idx").on(table.userId),
    check("sessions_kind_known", sql`${table.kind} in ('auth', 'admin')`),
  ],
);
