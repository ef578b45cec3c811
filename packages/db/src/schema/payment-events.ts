import { paymentEventTypes } from "@hearth/domain/payments/status";
import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { payments } from "./payments.ts";

/** Data of an event besides its type. Amounts are decimal strings, so that nothing is rounded. */
export interface PaymentEventData {
  oddity?: "none" | "late" | "over";
  reopenAs?: "pending" | "failed" | "cancelled";
  transferId?: string;
  txHash?: string;
  blockNumber?: string;
  usdcUnits?: string;
  note?: string;
  /** True when a landlord opened the payment for the attached transfer. */
  opensPayment?: boolean;
}

/**
 * One event of a payment. Append-only by trigger. A payment's status is the result of replaying its events. `id` is the order of insertion
 * and the position from which a live listener resumes. Each insertion is announced on the channel `payment_events`.
 */
export const paymentEvents = pgTable(
  "payment_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    type: text("type", { enum: paymentEventTypes }).notNull(),
    /** The acting user's id, or null for the product itself. */
    actorId: uuid("actor_id"),
    data: jsonb("data").$type<PaymentEventData>().notNull().default({}),
    at: instant("at").notNull(),
  },
  (table) => [index("payment_events_payment_idx").on(table.paymentId, table.id)],
);
