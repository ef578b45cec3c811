import { disputeEventTypes } from "@hearth/domain/disputes/rules";
import { bigint, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { disputes } from "./disputes.ts";

/** One event of a dispute. Append-only by trigger. A dispute's status is the result of replaying its events. */
export const disputeEvents = pgTable(
  "dispute_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    disputeId: uuid("dispute_id")
      .notNull()
      .references(() => disputes.id),
    type: text("type", { enum: disputeEventTypes }).notNull(),
    actorId: uuid("actor_id"),
    data: jsonb("data").$type<Record<string, string | number>>().notNull().default({}),
    at: instant("at").notNull(),
  },
  (table) => [index("dispute_events_dispute_idx").on(table.disputeId, table.id)],
);
