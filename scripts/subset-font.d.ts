/** The part of the package that `fonts.ts` uses. The package has no types. */
declare module "subset-font" {
  /** Reduces a font to these characters and axis ranges. Returns the new file. */
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: { targetFormat: "woff2"; variationAxes: Record<string, number | { min: number; max: number }> },
  ): Promise<Uint8Array>;
}
