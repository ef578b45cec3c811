/** One way in which the product could be wrong: `find`, which stands in `file` exactly once, becomes `plant`. */
export interface Defect {
  name: string;
  file: string;
  find: string;
  plant: string;
  /** The test file that should notice. */
  test: string;
}
