import { expect, it } from "vitest";
import { orderedHead } from "./first-paint.ts";

const head =
  '<script src="/theme.js"></script><script type="module" crossorigin src="/a.js"></script><link rel="stylesheet" href="/a.css">';

it("puts the theme's script into the page, then the style sheet, and then the app's scripts with a low priority", () => {
  expect(orderedHead(head, "f('$&')")).toBe(
    "<script>f('$&')</script>" +
      '<link rel="stylesheet" href="/a.css">' +
      '<script type="module" fetchpriority="low" crossorigin src="/a.js"></script>',
  );
});

it("fails if the page no longer loads the theme's script, or has no style sheet", () => {
  expect(() => orderedHead(head.replace("theme.js", "other.js"), "")).toThrow("The built page needs");
  expect(() => orderedHead(head.replace("stylesheet", "preload"), "")).toThrow("The built page needs");
});
