import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";
import { users } from "./users.ts";

/** Until when nobody is told of alarms with one key, and who wished it. It outlives the alarm, so that one which comes and goes stays quiet. */
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
