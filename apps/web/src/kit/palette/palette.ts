/** A search result. */
export interface Place {
  id: string;
  label: string;
  /** Distinguishes results of the same name. */
  detail?: string;
  /** Path in the app. */
  path: string;
}

/** Results of one kind, with a heading. */
export interface PlaceGroup {
  label: string;
  items: readonly Place[];
}

/** Contents of an area's palette: its pages, and a search for records. */
export interface PaletteSource {
  pages: readonly Place[];
  /** Placeholder that names what can be found: "Payment, person or hash". */
  placeholder: string;
  find: (text: string) => Promise<PlaceGroup[]>;
}

/** Returns the pages with a word that starts with the typed text. Returns all if nothing was typed. */
export function pagesLike(pages: readonly Place[], text: string): Place[] {
  const start = text.trim().toLowerCase();
  return pages.filter(({ label }) => label.toLowerCase().startsWith(start) || label.toLowerCase().includes(` ${start}`));
}
