import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** A loop runs all the time in the worker that holds the lock, and a job on a schedule. `worker` is the process that runs both. */
export const heartbeatKinds = ["worker", "loop", "job"] as const;

/** Maximum stored length of an error. */
const keptErrorLength = 1_000;

/**
 * When a loop or a scheduled job last succeeded and last failed. A worker inserts the rows when it starts and updates changed rows every
 * ten seconds. The table stays at one row for each loop and job.
 */
export const jobHeartbeats = pgTable(
  "job_heartbeats",
  {
    name: text("name").primaryKey(),
    kind: text("kind", { enum: heartbeatKinds }).notNull(),
    /** Maximum age of the last success before an alarm is raised. */
    dueSeconds: integer("due_seconds").notNull(),
    /** When the row was inserted. For the worker: since when it has run without a gap. */
    since: instant("since").notNull(),
    lastSuccessAt: instant("last_success_at"),
    lastFailureAt: instant("last_failure_at"),
    /** Message of the last failure. */
    lastError: text("last_error"),
    /** Failures since the last success, excluding failures caused by the chain or the database. */
    failures: integer("failures").notNull().default(0),
  },
  (table) => [
    check("job_heartbeats_due_positive", sql`${table.dueSeconds} > 0`),
    check("job_heartbeats_failures", sql`${table.failures} >= 0`),
    check("job_heartbeats_error_short", sql.raw(`length("last_error") <= ${keptErrorLength}`)),
  ],
);
