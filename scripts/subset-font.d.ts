/** Types of the functions that `fonts.ts` uses; the package has none. */
declare module "subset-font" {
  /** Keeps these characters of a font and these ranges of its axes. Returns the new file. */
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: { targetFormat: "woff2"; variationAxes: Record<string, number | { min: number; max: number }> },
  ): Promise<Uint8Array>;
}
