/** The constraint a failed statement ran into, or null; Drizzle wraps the driver's error, which carries the name. */
export function violatedConstraint(error: unknown): string | null {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (typeof cause !== "object" || cause === null || !("code" in cause) || !("constraint_name" in cause)) return null;
  const { code, constraint_name: name } = cause;
  return typeof code === "string" && code.startsWith("23") && typeof name === "string" ? name : null;
}

/** The driver's words for a connection that could not be had or was lost, the system's, and PostgreSQL's while it starts, stops, or has crashed. */
const lost = new Set(
  "CONNECTION_CLOSED CONNECTION_DESTROYED CONNECTION_ENDED CONNECT_TIMEOUT ECONNREFUSED ECONNRESET EPIPE ENOENT 57P01 57P02 57P03".split(
    " ",
  ),
);

/** Whether a statement failed because the database could not be reached, and not because of what was asked. */
export function isDatabaseAway(error: unknown): boolean {
  // A statement's failure is wrapped with the statement; the one of opening a transaction is not. A failed `fetch` is neither.
  const cause = error instanceof Error && "query" in error && error.cause !== undefined ? error.cause : error;
  if (!(cause instanceof Error) || !("code" in cause)) return false;
  const isOfDriver = "query" in cause || !("path" in cause);
  return isOfDriver && typeof cause.code === "string" && lost.has(cause.code);
}

/** Whether PostgreSQL ended a transaction because it and another waited for each other (40P01), or could not be put in an order (40001). */
export function isConflict(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return cause instanceof Error && "code" in cause && (cause.code === "40P01" || cause.code === "40001");
}
