/** Something that can be gone to from the palette. */
export interface Place {
  id: string;
  label: string;
  /** What tells it from others of the same name. */
  detail?: string;
  /** The address within the product. */
  path: string;
}

/** Places of one kind, under their heading. */
export interface PlaceGroup {
  label: string;
  items: readonly Place[];
}

/** What the palette of an area knows: its pages, and how to find what people write. */
export interface PaletteSource {
  pages: readonly Place[];
  /** What can be found, as the field says it: "Payment, person or hash". */
  placeholder: string;
  find: (words: string) => Promise<PlaceGroup[]>;
}

/** The pages whose name begins, or has a word that begins, like what is written; all of them while nothing is. */
export function pagesLike(pages: readonly Place[], words: string): Place[] {
  const start = words.trim().toLowerCase();
  return pages.filter(({ label }) => label.toLowerCase().startsWith(start) || label.toLowerCase().includes(` ${start}`));
}
