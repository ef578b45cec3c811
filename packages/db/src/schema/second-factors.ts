import { sql } from "drizzle-orm";
import { bigint, check, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { users } from "./users.ts";

/**
 * An account's authenticator app: the shared secret, encrypted. One row per account, because an account has one app. While `enabledAt` is
 * null it is being set up, later it is required. `lastUsedStep` is the 30-second step of the last accepted code, so that no code is
 * accepted twice.
 */
export const secondFactors = pgTable(
  "second_factors",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id),
    encryptedSecret: text("sealed_secret").notNull(),
    createdAt: createdAt(),
    enabledAt: instant("enabled_at"),
    lastUsedStep: bigint("last_used_step", { mode: "number" }),
  },
  (table) => [check("second_factors_used_when_enabled", sql`${table.enabledAt} is null or ${table.lastUsedStep} is not null`)],
);
