import { pgTable, text } from "drizzle-orm/pg-core";
import { instant, primaryId } from "../columns.ts";

/**
 * One start of the database in a new place: its first start, or a restore to an earlier time. After a restore, nothing from before
 * `noticedAt` happens automatically until an operator releases it: emails, changes of payout wallets, and scheduled payments.
 */
export const restores = pgTable("restores", {
  id: primaryId(),
  /**
   * The cluster's identifier, its timeline and the database's own id, as PostgreSQL reports them. If the newest row differs from them, the
   * database was restored.
   */
  place: text("place").notNull(),
  noticedAt: instant("noticed_at").notNull(),
  mailsReleasedAt: instant("mails_released_at"),
  changesReleasedAt: instant("changes_released_at"),
  paymentsReleasedAt: instant("payments_released_at"),
});
