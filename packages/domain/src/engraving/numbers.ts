/** Pseudo-random numbers derived from a hash. The same hash gives the same sequence; changing one digit changes all of it. */
export interface Numbers {
  /** The next number, at least `low` and below `high`. */
  between: (low: number, high: number) => number;
  /** The next whole number, from `low` to `high` inclusive. */
  whole: (low: number, high: number) => number;
  /** A random item of the list. */
  oneOf: <const Item>(list: readonly [Item, ...Item[]]) => Item;
}

const warmUp = 12;

/** Seeds the numbers of a hash for one kind of drawing: cyrb128 mixes the text into four words, which seed the sfc32 generator. */
export function numbersOf(kind: string, hash: string): Numbers {
  const next = sfc32(cyrb128(kind + hash));
  for (let round = 0; round < warmUp; round++) next();
  return {
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    oneOf: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}

type Words = [number, number, number, number];

function cyrb128(text: string): Words {
  let [a, b, c, d]: Words = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = b ^ Math.imul(a ^ code, 597_399_067);
    b = c ^ Math.imul(b ^ code, 2_869_860_233);
    c = d ^ Math.imul(c ^ code, 951_274_213);
    d = a ^ Math.imul(d ^ code, 2_716_044_179);
  }
  return [a, b, c, d];
}

function sfc32([a, b, c, d]: Words): () => number {
  return () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
}
