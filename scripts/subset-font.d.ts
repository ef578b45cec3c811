/** What `fonts.ts` uses of the package, which brings no types. */
declare module "subset-font" {
  /** Leaves these characters of a font, and of its axes what is given; answers the new file. */
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: { targetFormat: "woff2"; variationAxes: Record<string, number | { min: number; max: number }> },
  ): Promise<Uint8Array>;
}
