import { index, pgTable, uuid } from "drizzle-orm/pg-core";
import { createdAt } from "../columns.ts";
import { paymentRequests } from "./payment-requests.ts";
import { payments } from "./payments.ts";

/** A payment that was opened for a request, at most one request per payment. Never changed or removed. */
export const requestPayments = pgTable(
  "request_payments",
  {
    paymentId: uuid("payment_id")
      .primaryKey()
      .references(() => payments.id),
    requestId: uuid("request_id")
      .notNull()
      .references(() => paymentRequests.id),
    createdAt: createdAt(),
  },
  (table) => [index("request_payments_request_idx").on(table.requestId, table.createdAt)],
);
