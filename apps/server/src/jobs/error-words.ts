/** The text of an error, without the values of a failed statement, which may be personal data. */
export function describeError(error: unknown): string {
  const cause = error instanceof Error && "query" in error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}
