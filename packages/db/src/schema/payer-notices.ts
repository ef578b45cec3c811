import { sql } from "drizzle-orm";
import { index, pgTable, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";
import { merchants } from "./merchants.ts";
import { payees } from "./payees.ts";

/**
 * The notice to every payer of a merchant with a payee card, that its payout wallet changed without the signature of the wallet before. A job
 * sends it in pages and stores its progress here. A card that only the new wallet signs waits for the end of the notice.
 */
export const payerNotices = pgTable(
  "payer_notices",
  {
    id: primaryId(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** The payee with the new wallet. */
    payeeId: uuid("payee_id")
      .notNull()
      .references(() => payees.id),
    createdAt: createdAt(),
    /** The last payer who was notified, by id; null at the start. No reference, because it is only a position. */
    afterUserId: uuid("after_user_id"),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    uniqueIndex("payer_notices_payee_key").on(table.payeeId),
    index("payer_notices_merchant_idx").on(table.merchantId),
    index("payer_notices_open_idx")
      .on(table.createdAt)
      .where(sql`${table.finishedAt} is null`),
  ],
);
