import { forgetPortion, forgottenTables, type TableName } from "@hearth/db/retention";
import type { Deps } from "../deps.ts";

/** Rows of one statement: some tens of milliseconds. */
const portion = 2_000;

/** How one run goes otherwise than usual. */
interface ForgetOptions {
  atOnce?: number;
  /** Whether the run's time is over. */
  isOver?: () => boolean;
}

/**
 * Deletes the rows whose retention is over, a portion of each table in turn, until nothing is left or the run's time is over. A table whose statement
 * fails is left out of the run and holds up no other. Answers how many rows went. @throws AggregateError in the end, where a table failed.
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
      return await forgetPortion(db, name, now, atOnce);
    } catch (cause) {
      failures.push(new Error(`Rows of ${name} could not be forgotten`, { cause }));
      return 0;
    }
  };
  let count = 0;
  for (let left = forgottenTables; left.length > 0 && !isOver();) {
    const more: TableName[] = [];
    for (const name of left) {
      const gone = await forget(name);
      count += gone;
      if (gone === atOnce) more.push(name);
    }
    left = more;
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join("; "));
  return count;
}
