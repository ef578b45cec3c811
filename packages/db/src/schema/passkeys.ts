import { bigint, boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { users } from "./users.ts";

/**
 * A passkey of an account: the public half of a WebAuthn credential. It is enough to sign in, and serves as the second factor after a
 * password. `credentialId` and `publicKey` (COSE) are base64url. `signCount` is the last one seen, 0 if the passkey does not count.
 */
export const passkeys = pgTable(
  "passkeys",
  {
    id: primaryId(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    credentialId: text("credential_id").notNull(),
    publicKey: text("public_key").notNull(),
    signCount: bigint("sign_count", { mode: "number" }).notNull(),
    /** Transports that the browser reported at registration: `internal`, `hybrid`, `usb`. */
    transports: text("transports").array().notNull().default([]),
    /** True if the provider keeps a copy, so that it outlives the device. */
    isBackedUp: boolean("is_backed_up").notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [uniqueIndex("passkeys_credential_key").on(table.credentialId), index("passkeys_user_idx").on(table.userId)],
);
