import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Plugin } from "vite";
import type { FirstPage } from "./first-page-chunks.ts";

/** A dynamic import of a part of a route: `import("./about.tsx?tsr-split=component")`. */
const splitImport = /import\((["'])([^"']*?\.tsx\?tsr-split=\w+)\1\)/g;

/**
 * Loads the pages that nobody opens first through one script, `src/lazy-pages.ts`. It names their files and dependencies, so that the
 * first script does not. Asks once more for the file of any page that does not come. Where an error page does not come either, the one of the
 * first script is shown, so that the error stays in its part of the window.
 * That script is loaded once a page is shown, or with the first of these pages.
 */
export function lazyPages(source: string, firstPages: readonly FirstPage[]): Plugin {
  const routes = join(source, "routes");
  const tableFile = join(source, "lazy-pages.ts");
  const isFirst = new Set(firstPages.flatMap((page) => page.routes.map((route) => join(routes, `${route}.tsx`))));
  const later = new Set<string>();
  return {
    name: "hearth:lazy-pages",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.startsWith(`${routes}/`) || !id.endsWith(".tsx") || code.search(splitImport) < 0) return null;
      const table = isFirst.has(id) ? null : { file: tableFile, onSplit: (split: string) => later.add(split) };
      return { code: loadedTwice(code, source, routes, table), map: null };
    },
    async load(id) {
      if (id !== tableFile) return null;
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

/**
 * Rewrites a route module to ask again for a part that does not come. With a table it imports its parts through it, and calls `onSplit` for
 * each.
 */
function loadedTwice(
  code: string,
  source: string,
  routes: string,
  table: { file: string; onSplit: (split: string) => void } | null,
): string {
  const rewritten = code.replaceAll(splitImport, (whole: string, _quote, split: string) => {
    table?.onSplit(split);
    const load = table
      ? `import(${JSON.stringify(table.file)}).then(({ pages }) => pages[${JSON.stringify(nameOf(split, routes))}]())`
      : whole;
    return split.endsWith("=errorComponent") ? `loadTwice(() => ${load}, { errorComponent: PageError })` : `loadTwice(() => ${load})`;
  });
  const imports = [
    `import { loadTwice } from ${JSON.stringify(join(source, "ui", "lazy-part.tsx"))};`,
    `import { PageError } from ${JSON.stringify(join(source, "kit", "shell", "message-screen.tsx"))};`,
  ];
  return `${imports.join("\n")}\n${rewritten}`;
}

/** Name in the table: `_public/about`, or `_public/about!errorComponent`. */
function nameOf(split: string, routes: string): string {
  const [file = "", part = ""] = split.split(".tsx?tsr-split=");
  return relative(routes, file) + (part === "component" ? "" : `!${part}`);
}
