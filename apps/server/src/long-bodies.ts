/** The procedures that take a whole file as text; every other body has the server's usual limit. */
export const longBodyProcedures = ["rent.checkCharges", "rent.addCharges"] as const;

/**
 * The body limit of such a call. A file has up to a million characters, some of which take two bytes and are escaped; the rest is its
 * surroundings.
 */
export const longBodyBytes = 4 * 1024 * 1024;

/** True where one of these rows' procedures takes a long body. */
export function takesLongBody(rows: readonly { procedure: string }[]): boolean {
  return rows.some(({ procedure }) => longBodyProcedures.some((path) => path === procedure));
}
