/** Characters that people write in place of a letter to disguise a common password. */
const lookAlikes: Record<string, string> = {
  "@": "a",
  "4": "a",
  "8": "b",
  "3": "e",
  "6": "g",
  "1": "i",
  "!": "i",
  "|": "l",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
  "+": "t",
  "2": "z",
};

/** Up to this many non-letters at either end count as an addition to a common password. */
const added = 6;
const addedBefore = new RegExp(`^[^\\p{L}]{1,${added}}`, "u");
const addedBehind = new RegExp(`[^\\p{L}]{1,${added}}$`, "u");

/**
 * The forms to compare with a list of common passwords: lower case, with look-alikes read as letters, with and without additions at the
 * ends. For example, `P@ssw0rd2026!` yields `password`.
 */
export function passwordShapes(password: string): string[] {
  const small = password.normalize("NFKC").toLowerCase();
  const bare = small.replace(addedBehind, "");
  const shapes = [small, bare, bare.replace(addedBefore, "")];
  const read = shapes.flatMap((shape) => [shape, readLookAlikes(shape, {}), readLookAlikes(shape, { "1": "l", "!": "l" })]);
  return [...new Set(read)].filter((shape) => shape !== "");
}

function readLookAlikes(text: string, otherwise: Record<string, string>): string {
  return Array.from(text, (sign) => otherwise[sign] ?? lookAlikes[sign] ?? sign).join("");
}
