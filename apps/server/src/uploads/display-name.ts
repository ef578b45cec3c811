/** In code points: enough to recognise a file, and fits on a line. */
const maxLength = 120;
/** In UTF-16 units, from the end: normalising takes time that grows with the square of a row of combining marks. */
const maxReadLength = 1_000;

/** Characters not allowed in a name: control, direction and zero-width characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;

/**
 * Sanitizes an uploaded file's name for display: its last path segment, well-formed, on one line, at most 120 characters including the
 * extension. `document` without a name. Never used as a path.
 */
export function displayName(fileName: string | undefined): string {
  const last = (fileName ?? "").slice(-maxReadLength).toWellFormed().split(/[\\/]/).at(-1) ?? "";
  const name = last.normalize("NFC").replace(invisible, "").replace(/\s+/g, " ").trim().replace(/^\.+/, "");
  const letters = [...name];
  if (letters.length <= maxLength) return name === "" ? "document" : name;
  const extension = /\.\w{1,5}$/.exec(name)?.[0] ?? "";
  return `${letters.slice(0, maxLength - extension.length - 1).join("")}…${extension}`;
}
