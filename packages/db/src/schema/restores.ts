import { pgTable, text } from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";

/**
 * One time that the database began to live at a place: the first one, or one after an earlier moment was brought back. After such a moment nothing
 * from before `noticedAt` happens automatically until an operator releases it: emails, changes of payout wallets, and scheduled payments.
 */
export const restores = pgTable("restores", {
  id: primaryId(),
  /** The cluster's identifier, its timeline, and the database's own id, as PostgreSQL gives them: the newest row's differ once a moment was restored. */
  place: text("place").notNull(),
  noticedAt: instant("noticed_at").notNull(),
  mailsReleasedAt: instant("mails_released_at"),
  changesReleasedAt: instant("changes_released_at"),
  paymentsReleasedAt: instant("payments_released_at"),
});
