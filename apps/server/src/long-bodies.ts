/** The calls that take a whole file as text, by their procedures; every other body is held to the server's own limit. */
export const longBodyProcedures = ["rent.checkCharges", "rent.addCharges"] as const;

/** What such a call may send: the million characters of a file, some of which are two bytes and escaped, with what is around them. */
export const longBodyBytes = 4 * 1024 * 1024;

/** Whether one of these calls may send that much. */
export function takesLongBody(rows: readonly { procedure: string }[]): boolean {
  return rows.some(({ procedure }) => longBodyProcedures.some((path) => path === procedure));
}
