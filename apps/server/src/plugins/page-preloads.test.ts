import { expect, it } from "vitest";
import { findPageRoute, withPreloads } from "./page-preloads.ts";

const loads = new Map([
  ["/", ["a.js"]],
  ["/login", ["a.js", "login.js"]],
  ["/checkout/$reference", ["a.js", "pay.js"]],
]);

it.each([
  ["", "/"],
  ["login", "/login"],
  ["checkout/0123abcd", "/checkout/$reference"],
  ["checkout/", null],
  ["checkout", null],
  ["checkout/0123abcd/more", null],
  ["merchant/login", null],
])("the page at /%s is %s", (path, page) => {
  expect(findPageRoute(loads, path)).toBe(page);
});

it("adds links for files that the page does not name yet, without delaying the first text", () => {
  const html = '<head><script type="module" src="/a.js"></script></head>';
  expect(withPreloads(html, ["a.js", "login.js", "login.css"])).toBe(
    '<head><script type="module" src="/a.js"></script><link rel="modulepreload" fetchpriority="low" crossorigin href="/login.js">' +
      '<link rel="preload" as="style" fetchpriority="low" crossorigin href="/login.css"></head>',
  );
});
