import { expect, it } from "vitest";
import { withChanges } from "./preload-loader.ts";

const loader = `function preloadOnce(seen, href, preload) {
  (err) => {
    seen[href] = void 0;
    throw err;
  };
}
const cspNonceMeta = document.querySelector("meta[property=csp-nonce]");
const cspNonce = cspNonceMeta?.nonce || cspNonceMeta?.getAttribute("nonce");
promise = allSettled(deps.map((depString) => {
  return preloadOnce(seen, depString, () => {});
}));
if (cspNonce) link.setAttribute("nonce", cspNonce);
const e = new Event("vite:preloadError", { cancelable: true });
if (!e.defaultPrevented) throw err;
if (e.type === "error") rej(new Error("Unable to preload CSS"));
else res(e);`;

it("has the loader forget a style sheet that did not come, and its element", () => {
  const changed = withChanges(loader);
  expect(changed).toContain("delete seen[href];");
  expect(changed).toContain('if (e.type === "error") link.remove(), rej(new Error("Unable to preload CSS"));\nelse res(e);');
});

it("has the loader request the files of a part in tasks of eight", () => {
  expect(withChanges(loader)).toContain(
    "deps.map(async (depString, index) => { if (index > 7) await new Promise((resolve) => setTimeout(resolve, index >> 3));",
  );
});

it("says that a newer loader has to be looked at", () => {
  expect(() => withChanges(loader.replace('e.type === "error"', "e.isError"))).toThrow("loader has no");
});
