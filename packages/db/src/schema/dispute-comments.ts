import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, primaryId } from "../columns.ts";
import { disputes } from "./disputes.ts";
import { users } from "./users.ts";

/** One comment in a dispute's conversation, by its payer, its merchant or an admin while it is open. Never changed. */
export const disputeComments = pgTable(
  "dispute_comments",
  {
    id: primaryId(),
    disputeId: uuid("dispute_id")
      .notNull()
      .references(() => disputes.id),
    authorId: uuid("author_id")
      .notNull()
      .references(() => users.id),
    comment: text("comment").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("dispute_comments_dispute_idx").on(table.disputeId, table.createdAt),
    index("dispute_comments_author_idx").on(table.authorId),
  ],
);
