import { documentTypes } from "@hearth/domain/disputes/documents";
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";
import { disputes } from "./disputes.ts";
import { users } from "./users.ts";

/**
 * A file that was added to a dispute. Its bytes are in the upload store under this row's random id. A stored file without a row is deleted.
 * The name is for display only. Never changed.
 */
export const disputeDocuments = pgTable(
  "dispute_documents",
  {
    id: uuid("id").primaryKey(),
    disputeId: uuid("dispute_id")
      .notNull()
      .references(() => disputes.id),
    addedBy: uuid("added_by")
      .notNull()
      .references(() => users.id),
    originalName: text("original_name").notNull(),
    type: text("type", { enum: documentTypes }).notNull(),
    sizeBytes: integer("size_bytes").notNull(),
    /** SHA-256 of the bytes, in hex. */
    sha256: text("sha256").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("dispute_documents_dispute_idx").on(table.disputeId, table.createdAt),
    check("dispute_documents_size_range", sql`${table.sizeBytes} between 1 and 5242880`),
    check("dispute_documents_type_known", sql`${table.type} in ('pdf', 'jpg', 'png', 'doc', 'docx')`),
    check("dispute_documents_sha256_shape", sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
);
