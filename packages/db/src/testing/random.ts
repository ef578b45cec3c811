import { createHash } from "node:crypto";

/** A source of chance that says the same things each time it is made from the same words. */
export interface Random {
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  /** True that often: 0 is never, 1 is always. */
  chance(share: number): boolean;
}

/** Makes a source of chance from words, so that a change in one story leaves all the others as they were. */
export function createRandom(...words: (string | number)[]): Random {
  let turn = 0;
  const next = () => {
    turn += 1;
    const digest = createHash("sha256")
      .update([...words, turn].join(" "))
      .digest();
    return digest.readUInt32BE(0) / 2 ** 32;
  };
  return {
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (share) => next() < share,
  };
}

/** One of some items. @throws where there are none. */
export function pickOf<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random.between(0, items.length - 1)];
  if (item === undefined) throw new Error("There is nothing to choose from");
  return item;
}
