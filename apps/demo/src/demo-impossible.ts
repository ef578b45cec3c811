/** The demo cannot be made here; the message says why and what to do. */
export class DemoImpossible extends Error {
  override name = "DemoImpossible";
}
