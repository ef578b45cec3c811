import { expect, it } from "vitest";
import { paintedFirst } from "./first-paint.ts";

const head =
  '<script src="/theme.js"></script><script type="module" crossorigin src="/a.js"></script><link rel="stylesheet" href="/assets/a.css">';
const styles = (file: string) => (file === "assets/a.css" ? "p{margin:0}\n" : "");

it("puts the theme's script and the styles into the page, and gives the app's scripts a low priority", () => {
  expect(paintedFirst(head, "f('$&')", styles)).toBe(
    "<script>f('$&')</script><style>p{margin:0}</style>" +
      '<link disabled rel="stylesheet" href="/assets/a.css">' +
      '<script type="module" fetchpriority="low" crossorigin src="/a.js"></script>',
  );
});

it.each([
  ["the page no longer loads the theme's script", head.replace("theme.js", "other.js"), styles],
  ["the page has no style sheet", head.replace("stylesheet", "preload"), styles],
  ["the style sheet is not in the build", head.replace("a.css", "b.css"), styles],
  ["the styles would end their element", head, () => "p::after{content:'</style>'}"],
])("fails if %s", (_, page, readStyles) => {
  expect(() => paintedFirst(page, "", readStyles)).toThrow("The built page needs");
});
