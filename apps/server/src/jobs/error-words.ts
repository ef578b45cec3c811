/** What an error says, without the values of the statement that failed, which may be anybody's. */
export function errorWords(error: unknown): string {
  const cause = error instanceof Error && "query" in error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}
