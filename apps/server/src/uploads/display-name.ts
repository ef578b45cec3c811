/** Long enough to recognise a file, short enough for a line; counted by code point. */
const maxLength = 120;

/** Characters without a place in a name: control characters, marks that turn the direction of reading, and those without width. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu;

/**
 * What people see of the name that a file came with: its last part, well-formed, on one line, and of a bounded length that keeps the
 * extension; `document` for one that came without. It is never used as a path.
 */
export function displayName(given: string | undefined): string {
  const last = (given ?? "").toWellFormed().split(/[\\/]/).at(-1) ?? "";
  const name = last.normalize("NFC").replace(invisible, "").replace(/\s+/g, " ").trim().replace(/^\.+/, "");
  const letters = [...name];
  if (letters.length <= maxLength) return name === "" ? "document" : name;
  const extension = /\.\w{1,5}$/.exec(name)?.[0] ?? "";
  return `${letters.slice(0, maxLength - extension.length - 1).join("")}…${extension}`;
}
