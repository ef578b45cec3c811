import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, instant, primaryId } from "../columns.ts";

/**
 * One check of the whole state, stretch after stretch in the background: how far it is, and what it has found. At most one has not ended, because one
 * job alone goes on with it.
 */
export const stateChecks = pgTable("state_checks", {
  id: primaryId(),
  /** Where it goes on; both null where it has not begun. */
  part: text("part"),
  after: text("after"),
  contradictions: integer("contradictions").notNull().default(0),
  /** The first contradiction in words. */
  first: text("first"),
  createdAt: createdAt(),
  endedAt: instant("ended_at"),
});
