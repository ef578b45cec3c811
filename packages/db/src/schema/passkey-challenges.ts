import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant } from "../columns.ts";
import { users } from "./users.ts";

export const passkeyPurposes = ["signIn", "add", "prove", "addToWallet", "signUp", "walletSignIn", "walletProve"] as const;
export type PasskeyPurpose = (typeof passkeyPurposes)[number];

/**
 * A passkey challenge: used once, valid for five minutes (of a new passkey wallet for thirty), stored as its SHA-256 only. `userId` is the account that asked
 * for it; null at a sign-in and a sign-up.
 */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    challengeHash: text("challenge_hash").primaryKey(),
    purpose: text("purpose", { enum: passkeyPurposes }).notNull(),
    userId: uuid("user_id").references(() => users.id),
    createdAt: createdAt(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    index("passkey_challenges_expires_idx").on(table.expiresAt),
    check(
      "passkey_challenges_purpose_known",
      sql`${table.purpose} in ('signIn', 'add', 'prove', 'addToWallet', 'signUp', 'walletSignIn', 'walletProve')`,
    ),
    check("passkey_challenges_of_somebody", sql`(${table.purpose} in ('signIn', 'signUp', 'walletSignIn')) = (${table.userId} is null)`),
  ],
);
