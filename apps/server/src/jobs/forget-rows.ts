import { deleteExpiredRows, expiringTables, type TableName } from "@hearth/db/retention";
import type { Deps } from "../deps.ts";

/** Rows per statement, which takes some tens of milliseconds. */
const portion = 2_000;

/** Overrides for tests. */
interface ForgetOptions {
  atOnce?: number;
  /** Returns true at the run's deadline. */
  isOver?: () => boolean;
}

/**
 * Deletes the rows whose retention is over, one batch of each table in turn, until nothing is left or the run's time is over. A table whose statement fails is
 * skipped for the rest of the run and delays no other. Returns how many rows were deleted. @throws AggregateError at the end, where a table failed.
 */
export async function forgetRows(
  { db, clock, ending }: Pick<Deps, "db" | "clock" | "ending">,
  options: ForgetOptions = {},
): Promise<number> {
  const { atOnce = portion, isOver = () => ending.signal.aborted } = options;
  const now = clock.now();
  const failures: Error[] = [];
  const forget = async (name: TableName): Promise<number> => {
    try {
      return await deleteExpiredRows(db, name, now, atOnce);
    } catch (cause) {
      failures.push(new Error(`Rows of ${name} could not be forgotten`, { cause }));
      return 0;
    }
  };
  let count = 0;
  for (let remainingTables = expiringTables; remainingTables.length > 0 && !isOver();) {
    const more: TableName[] = [];
    for (const name of remainingTables) {
      const deletedCount = await forget(name);
      count += deletedCount;
      if (deletedCount === atOnce) more.push(name);
    }
    remainingTables = more;
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join("; "));
  return count;
}
