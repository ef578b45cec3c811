import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { users } from "./users.ts";

/** Mutes alarms with one key until a time, and names who muted them. It outlives the alarm, so that a recurring alarm stays muted. */
export const alarmSilences = pgTable(
  "alarm_silences",
  {
    key: text("key").primaryKey(),
    until: instant("until").notNull(),
    silencedById: uuid("silenced_by_id")
      .notNull()
      .references(() => users.id),
  },
  (table) => [index("alarm_silences_until_idx").on(table.until)],
);
