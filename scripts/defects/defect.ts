/** A planted defect: `find`, which occurs in `file` exactly once, is replaced by `plant`. */
export interface Defect {
  /** The wrong behaviour, in the present tense: "sends a refund to the first wallet that sent money". */
  name: string;
  file: string;
  find: string;
  plant: string;
  /** The test file that should catch it. */
  test: string;
}
