import { createHash } from "node:crypto";

/** A seeded random source. */
export interface Random {
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  /** Returns true with this probability: 0 is never, 1 is always. */
  chance(share: number): boolean;
}

/** Creates a random source seeded by words. Separate seeds keep a change in one story from changing the others. */
export function createRandom(...seeds: (string | number)[]): Random {
  let turn = 0;
  const next = () => {
    turn += 1;
    const digest = createHash("sha256")
      .update([...seeds, turn].join(" "))
      .digest();
    return digest.readUInt32BE(0) / 2 ** 32;
  };
  return {
    between: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (share) => next() < share,
  };
}

/** Picks one item at random. @throws for an empty list. */
export function pickOf<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random.between(0, items.length - 1)];
  if (item === undefined) throw new Error("There is nothing to choose from");
  return item;
}
