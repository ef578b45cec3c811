/** The procedures that take a whole file as text; every other body has the server's usual limit. */
export const longBodyProcedures = ["rent.checkCharges", "rent.addCharges"] as const;

/** The usual limit: JSON bodies are small, and files are sent as forms. */
export const bodyLimitBytes = 64 * 1024;

/**
 * The body limit of such a call. A file has up to a million characters, some of which take two bytes and are escaped; the rest is its
 * surroundings.
 */
export const longBodyBytes = 4 * 1024 * 1024;

/** True where one of these rows' procedures takes a long body. */
export function takesLongBody(rows: readonly { procedure: string }[]): boolean {
  return rows.some(({ procedure }) => longBodyProcedures.some((path) => path === procedure));
}

/** Characters of a long body outside its texts: room for the names and signs around a file. */
const maxOutsideTexts = 2_000;

/**
 * True for a long body that is more than a file and its surroundings. Parsing and checking a million members takes seconds, and nobody has
 * signed in at that point. Reads each quotation mark once.
 */
export function hasManyMembers(json: string): boolean {
  if (json.length <= bodyLimitBytes) return false;
  let outside = 0;
  let start = 0;
  for (;;) {
    const quote = json.indexOf('"', start);
    outside += (quote === -1 ? json.length : quote) - start;
    if (outside > maxOutsideTexts) return true;
    if (quote === -1) return false;
    outside += 1; // a text counts, even an empty one
    start = endOfText(json, quote);
  }
}

/** Returns the index after the text that begins at a quotation mark. */
function endOfText(json: string, quote: number): number {
  let end = quote;
  do end = json.indexOf('"', end + 1);
  while (end !== -1 && isEscaped(json, end));
  return end === -1 ? json.length : end + 1;
}

/** True for a character after an odd number of backslashes. */
function isEscaped(json: string, index: number): boolean {
  let first = index;
  while (json[first - 1] === "\\") first -= 1;
  return (index - first) % 2 === 1;
}
