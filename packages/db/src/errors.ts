/** Returns the constraint that a failed statement violated, or null. Drizzle wraps the driver's error, which has the name. */
export function violatedConstraint(error: unknown): string | null {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (typeof cause !== "object" || cause === null || !("code" in cause) || !("constraint_name" in cause)) return null;
  const { code, constraint_name: name } = cause;
  return typeof code === "string" && code.startsWith("23") && typeof name === "string" ? name : null;
}

/**
 * Error codes of a connection that failed or was lost: the driver's, the system's, and PostgreSQL's while it starts, stops or after a
 * crash.
 */
const lost = new Set(
  "CONNECTION_CLOSED CONNECTION_DESTROYED CONNECTION_ENDED CONNECT_TIMEOUT ECONNREFUSED ECONNRESET EPIPE ENOENT 57P01 57P02 57P03".split(
    " ",
  ),
);

/** True if a statement failed because the database could not be reached, not because of the statement. */
export function isDatabaseAway(error: unknown): boolean {
  // Drizzle wraps the error of a statement, but not the error of opening a transaction. A failed `fetch` is neither.
  const cause = error instanceof Error && "query" in error && error.cause !== undefined ? error.cause : error;
  if (!(cause instanceof Error) || !("code" in cause)) return false;
  const isOfDriver = "query" in cause || !("path" in cause);
  return isOfDriver && typeof cause.code === "string" && lost.has(cause.code);
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" && codes.includes(cause.code);
}

/** True if PostgreSQL cancelled a statement (57014), usually because it reached its time limit. */
export const isOutOfTime = (error: unknown): boolean => hasCode(error, "57014");

/** True if PostgreSQL aborted a transaction because of a deadlock (40P01) or a serialization failure (40001). */
export const isConflict = (error: unknown): boolean => hasCode(error, "40P01", "40001");

/** True if a value has a character that PostgreSQL cannot store: NUL, in a text (22021) or escaped in JSON (22P05). */
export const isUnstorable = (error: unknown): boolean => hasCode(error, "22021", "22P05");
