import { expect, it } from "vitest";
import { withStylesAgain } from "./styles-again.ts";

const loader = `function preloadOnce(seen, href, preload) {
  (err) => {
    seen[href] = void 0;
    throw err;
  };
}
if (e.type === "error") rej(new Error("Unable to preload CSS"));
else res(e);`;

it("has the loader forget a style sheet that did not come, and its element", () => {
  const changed = withStylesAgain(loader);
  expect(changed).toContain("delete seen[href];");
  expect(changed).toContain('if (e.type === "error") link.remove(), rej(new Error("Unable to preload CSS"));\nelse res(e);');
});

it("says that a newer loader has to be looked at", () => {
  expect(() => withStylesAgain(loader.replace('e.type === "error"', "e.isError"))).toThrow("The loader has no");
});
