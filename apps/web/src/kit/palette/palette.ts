/** A search result that opens a page. */
export interface Place {
  id: string;
  label: string;
  /** Distinguishes results of the same name. */
  detail?: string;
  /** Further words that find it. */
  words?: string;
  /** Path in the app. */
  path: string;
}

/** Something that the palette does: on a page of its own, or at once. */
export interface Act {
  id: string;
  /** Begins with a verb: `Record payments`. */
  label: string;
  detail?: string;
  /** Further words that find it, such as `check deposit`. */
  words?: string;
  path?: string;
  run?: () => void;
}

/** Results of one kind, with a heading. */
export interface PlaceGroup {
  label: string;
  items: readonly (Place | Act)[];
}

/** Contents of an area's palette: its pages, and a search for records. */
export interface PaletteSource {
  /** Shown before the pages. */
  acts: readonly Act[];
  pages: readonly Place[];
  /** Placeholder that names what can be found: "Payment, person or hash". */
  placeholder: string;
  find: (text: string) => Promise<PlaceGroup[]>;
}

/** Returns the pages or acts with a word that starts with the typed text, or with each of several typed words. Returns all if nothing was typed. */
export function listLike<Listed extends Place | Act>(listed: readonly Listed[], text: string): Listed[] {
  const typed = text.trim().toLowerCase().split(/\s+/);
  return listed.filter((one) => {
    const words = ` ${one.label} ${one.words ?? ""}`.toLowerCase();
    return typed.every((start) => words.includes(` ${start}`));
  });
}
