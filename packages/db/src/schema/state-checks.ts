import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";

/**
 * A check of the whole state, run portion by portion in the background, with its progress and result. At most one is unfinished, because a
 * single job runs it.
 */
export const stateChecks = pgTable("state_checks", {
  id: primaryId(),
  /** Position to resume from; both null before the start. */
  part: text("part"),
  after: text("after"),
  contradictions: integer("contradictions").notNull().default(0),
  /** Description of the first contradiction. */
  first: text("first"),
  createdAt: createdAt(),
  endedAt: instant("ended_at"),
});
