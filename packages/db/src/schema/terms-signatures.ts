import { sql } from "drizzle-orm";
import { check, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, hex, primaryId } from "../columns.ts";
import { leaseTerms } from "./lease-terms.ts";
import { users } from "./users.ts";

/**
 * A landlord's wallet signature of a lease's terms, as typed data (EIP-712) that is rebuilt from the terms' row and its lease. Neither
 * changes. Each wallet signs a row of terms once. New terms are a new row without signatures.
 */
export const termsSignatures = pgTable(
  "terms_signatures",
  {
    id: primaryId(),
    termsId: uuid("terms_id")
      .notNull()
      .references(() => leaseTerms.id),
    /** Checksummed. It was the merchant's wallet when it signed. */
    address: hex("address").notNull(),
    signature: text("signature").notNull(),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex("terms_signatures_wallet_key").on(table.termsId, sql`lower(${table.address})`),
    check("terms_signatures_address_shape", sql`${table.address} ~ '^0x[0-9a-fA-F]{40}$'`),
    check("terms_signatures_signature_shape", sql`${table.signature} ~ '^0x([0-9a-f]{2})+$'`),
  ],
);
