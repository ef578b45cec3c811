/** The demo cannot be created. The message says why and what to do. */
export class DemoImpossible extends Error {
  override name = "DemoImpossible";
}
