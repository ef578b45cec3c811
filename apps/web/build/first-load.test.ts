import { expect, it } from "vitest";
import { firstLoadsOf, overBudget } from "./first-load.ts";

function chunk(
  fileName: string,
  given: { moduleIds?: string[]; imports?: string[]; dynamicImports?: string[]; css?: string[]; isEntry?: boolean },
) {
  const { moduleIds = [], imports = [], dynamicImports = [], css = [], isEntry = false } = given;
  const viteMetadata = { importedCss: new Set(css), importedAssets: new Set<string>() };
  return { [fileName]: { type: "chunk" as const, fileName, moduleIds, imports, dynamicImports, isEntry, viteMetadata } };
}

const route = (path: string) => `/web/src/routes/${path}.tsx?tsr-split=component`;

const bundle = {
  ...chunk("start.js", {
    isEntry: true,
    imports: ["vendor.js"],
    dynamicImports: ["asked-for-area.js", "asked-for-pay.js", "never.js"],
    css: ["start.css"],
  }),
  ...chunk("vendor.js", { moduleIds: ["vendor"] }),
  ...chunk("asked-for-area.js", { imports: ["area.js"] }),
  ...chunk("asked-for-pay.js", { imports: ["pay.js"] }),
  ...chunk("area.js", { moduleIds: [route("_consumer")], imports: ["shared.js"] }),
  ...chunk("dashboard.js", { moduleIds: [route("_consumer/dashboard")], imports: ["shared.js", "vendor.js"], css: ["dashboard.css"] }),
  ...chunk("shared.js", { imports: ["area.js"], css: ["shared.css"] }),
  ...chunk("pay.js", { moduleIds: [route("checkout.$reference")] }),
  ...chunk("never.js", { moduleIds: ["never"] }),
};

it("counts the static imports of a page, its layouts and the entry, each file once, with the chunks that re-export them", () => {
  const loads = firstLoadsOf(bundle);
  expect(loads.map(({ path }) => path).toSorted()).toEqual(["/checkout/$reference", "/dashboard"]);
  const files = loads.find(({ path }) => path === "/dashboard")?.files.toSorted();
  expect(files).toEqual([
    "area.js",
    "asked-for-area.js",
    "dashboard.css",
    "dashboard.js",
    "shared.css",
    "shared.js",
    "start.css",
    "start.js",
    "vendor.js",
  ]);
});

it("reports exceeded budgets and missing pages", () => {
  const load = { path: "/login", files: ["a.js", "b.css"] };
  const budget = (bytes: number, requests: number, path = "/login") => overBudget([load], [{ path, bytes, requests }], () => 1_000);
  expect(budget(2_000, 2)).toEqual([]);
  expect(budget(1_999, 2)).toEqual(["The first load of /login is 2.0 kB, over its budget of 2.0 kB."]);
  expect(budget(2_000, 1)).toEqual(["The first load of /login takes 2 requests, over its budget of 1."]);
  expect(budget(2_000, 2, "/gone")).toEqual(["There is no page /gone, which has a budget."]);
});
