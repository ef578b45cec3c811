/** What people write instead of a letter, so that a common password looks like another one. */
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

/** So many characters at an end are taken for what was added to a common password. */
const added = 6;
const addedBefore = new RegExp(`^[^\\p{L}]{1,${added}}`, "u");
const addedBehind = new RegExp(`[^\\p{L}]{1,${added}}$`, "u");

/**
 * What a password is to who tries common ones: itself in small letters, with its look-alikes read as letters, and both without a few digits and
 * signs at its ends. `P@ssw0rd2026!` is `password` among them.
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
