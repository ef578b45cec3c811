import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Plugin } from "vite";
import type { FirstPage } from "./first-page-chunks.ts";

/** A dynamic import of a part of a route: `import("./about.tsx?tsr-split=component")`. */
const splitImport = /import\((["'])([^"']*?\.tsx\?tsr-split=\w+)\1\)/g;

/**
 * Loads the pages that nobody opens first through one script, `src/lazy-pages.ts`. It names their files and dependencies, so that the
 * first script does not.
 * That script is loaded once a page is shown, or with the first of these pages.
 */
export function lazyPages(source: string, firstPages: readonly FirstPage[]): Plugin {
  const routes = join(source, "routes");
  const table = join(source, "lazy-pages.ts");
  const isFirst = new Set(firstPages.flatMap((page) => page.routes.map((route) => join(routes, `${route}.tsx`))));
  const later = new Set<string>();
  return {
    name: "hearth:lazy-pages",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.startsWith(`${routes}/`) || !id.endsWith(".tsx") || isFirst.has(id)) return null;
      return { code: fetchedByTable(code, table, routes, (split) => later.add(split)), map: null };
    },
    async load(id) {
      if (id !== table) return null;
      for (const file of await readdir(routes, { recursive: true })) {
        if (file.endsWith(".tsx")) await this.load({ id: join(routes, file) });
      }
      const entries = [...later]
        .toSorted()
        .map((split) => `${JSON.stringify(nameOf(split, routes))}: () => import(${JSON.stringify(split)})`);
      return `export const pages = {${entries.join(",")}};`;
    },
  };
}

/** Rewrites a route module to import its parts through the table. Calls `onSplit` for each. */
export function fetchedByTable(code: string, table: string, routes: string, onSplit: (split: string) => void): string {
  return code.replaceAll(splitImport, (_whole, _quote, split: string) => {
    onSplit(split);
    return `import(${JSON.stringify(table)}).then(({ pages }) => pages[${JSON.stringify(nameOf(split, routes))}]())`;
  });
}

/** Name in the table: `_public/about`, or `_public/about!errorComponent`. */
function nameOf(split: string, routes: string): string {
  const [file = "", part = ""] = split.split(".tsx?tsr-split=");
  return relative(routes, file) + (part === "component" ? "" : `!${part}`);
}
