/** A planted defect: `find`, which occurs in `file` exactly once, is replaced by `plant`. */
export interface Defect {
  name: string;
  file: string;
  find: string;
  plant: string;
  /** The test file that should catch it. */
  test: string;
}
