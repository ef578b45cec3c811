/** The constraint a failed statement ran into, or null; Drizzle wraps the driver's error, which carries the name. */
export function violatedConstraint(error: unknown): string | null {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (typeof cause !== "object" || cause === null || !("code" in cause) || !("constraint_name" in cause)) return null;
  const { code, constraint_name: name } = cause;
  return typeof code === "string" && code.startsWith("23") && typeof name === "string" ? name : null;
}
