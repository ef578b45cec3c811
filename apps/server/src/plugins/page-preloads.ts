import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** What pages load first: files in the built web app, by the path as the router writes it (`/checkout/$reference`). */
export type FirstLoads = ReadonlyMap<string, readonly string[]>;

const written = z.record(z.string().startsWith("/"), z.array(z.string().regex(/^[\w./-]+$/)));

/** What the build wrote about first loads; nothing of a web app that was built without it. */
export async function readFirstLoads(root: string): Promise<FirstLoads> {
  const text = await readFile(join(root, "first-loads.json"), "utf8").catch(() => "{}");
  return new Map(Object.entries(written.parse(JSON.parse(text))));
}

/** Which of these pages stands at a path without its first slash; null for all others. */
export function firstLoadAt(loads: FirstLoads, path: string): string | null {
  const parts = `/${path}`.split("/");
  const fits = (pattern: string[]) =>
    pattern.length === parts.length && pattern.every((part, index) => (part.startsWith("$") ? parts[index] !== "" : part === parts[index]));
  return [...loads.keys()].find((page) => fits(page.split("/"))) ?? null;
}

/**
 * The built page with links to what it loads first and does not name yet, so that a browser fetches all of it at once instead of learning
 * of the page's own scripts from the first. Styles are only fetched ahead: as style sheets they would hold back the first text.
 */
export function withPreloads(html: string, files: readonly string[]): string {
  const links = files
    .filter((file) => !html.includes(`"/${file}"`))
    .map((file) =>
      file.endsWith(".css")
        ? `<link rel="preload" as="style" crossorigin href="/${file}">`
        : `<link rel="modulepreload" crossorigin href="/${file}">`,
    );
  return html.replace("</head>", () => `${links.join("")}</head>`);
}
