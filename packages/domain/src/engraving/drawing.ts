/** Lines of one width. */
export interface Lines {
  /** The data of an SVG path. */
  path: string;
  /** In the drawing's own units. */
  width: number;
}

/** A drawing in lines of one colour, in a box that begins at 0 0. */
export interface Drawing {
  width: number;
  height: number;
  lines: readonly Lines[];
  /** What is hatched while nothing is settled. */
  outline: string;
}
