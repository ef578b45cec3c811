import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** The files that each page loads first, by its route path (`/checkout/$reference`). */
export type FirstLoads = ReadonlyMap<string, readonly string[]>;

const firstLoadsFile = z.record(z.string().startsWith("/"), z.array(z.string().regex(/^[\w./-]+$/)));

/** Reads the first loads that the build recorded; empty for a web app built without them. */
export async function readFirstLoads(root: string): Promise<FirstLoads> {
  const text = await readFile(join(root, "first-loads.json"), "utf8").catch(() => "{}");
  return new Map(Object.entries(firstLoadsFile.parse(JSON.parse(text))));
}

/** Finds the page with first loads at a path (without its first slash); null for all others. */
export function findPageRoute(loads: FirstLoads, path: string): string | null {
  const segments = `/${path}`.split("/");
  const matches = (pattern: string[]) =>
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith("$") ? segments[index] !== "" : part === segments[index]));
  return [...loads.keys()].find((route) => matches(route.split("/"))) ?? null;
}

/**
 * Adds preload links for the page's first files that the HTML does not name yet. The browser then fetches all of them at once instead of
 * discovering the page's own scripts later. Styles are only preloaded: as style sheets they would delay the first text. All of them are of
 * low priority, because the first paint needs only what the HTML itself names.
 */
export function withPreloads(html: string, files: readonly string[]): string {
  const links = files
    .filter((file) => !html.includes(`"/${file}"`))
    .map((file) =>
      file.endsWith(".css")
        ? `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${file}">`
        : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
    );
  return html.replace("</head>", () => `${links.join("")}</head>`);
}
