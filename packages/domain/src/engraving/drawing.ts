/** Lines of one width. */
export interface Lines {
  /** The data of an SVG path. */
  path: string;
  /** The stroke width, in the drawing's own units. */
  width: number;
}

/** A drawing in lines of one colour, in a box with its origin at 0 0. */
export interface Drawing {
  width: number;
  height: number;
  lines: readonly Lines[];
  /** The closed outline, hatched until the payment settles. */
  outline: string;
}
