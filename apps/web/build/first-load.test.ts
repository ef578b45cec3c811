import { expect, it } from "vitest";
import { firstLoadsOf, overBudget, partLoadsOf } from "./first-load.ts";

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

it("counts what a part adds to its page, and reports a part that is gone", () => {
  const page = { path: "/checkout/$reference", files: ["start.js", "vendor.js", "pay.js"] };
  const whole = { ...bundle, ...chunk("ways.js", { moduleIds: ["/web/src/pay-ways.tsx"], imports: ["vendor.js", "shared.js"] }) };
  const of = (part: string) => partLoadsOf(whole, [page], { path: page.path, part });
  expect(of("/pay-ways.tsx").map(({ files }) => files.toSorted())).toEqual([["area.js", "shared.css", "shared.js", "ways.js"]]);
  const budget = { path: page.path, part: "/pay-ways.tsx", bytes: 3_999, requests: 4 };
  expect(overBudget(of("/pay-ways.tsx"), [budget], () => 1_000)).toEqual([
    "The load of /pay-ways.tsx on /checkout/$reference is 4.0 kB, over its budget of 4.0 kB.",
  ]);
  expect(overBudget(of("/gone.tsx"), [{ ...budget, part: "/gone.tsx" }], () => 1_000)).toEqual([
    "There is no page /checkout/$reference with /gone.tsx, which has a budget.",
  ]);
});
