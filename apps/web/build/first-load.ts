import { constants, gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

/** A page whose first load has an upper end; sizes in bytes of gzip, scripts and styles together. */
export interface Budget {
  path: string;
  bytes: number;
  requests: number;
}

/** What a visitor's browser fetches before a page can be drawn, for one route of the product. */
export interface FirstLoad {
  /** As the router writes it: `/checkout/$reference`. */
  path: string;
  /** Scripts and styles, the page's own ones last. */
  files: string[];
}

type Chunk = Pick<Rolldown.OutputChunk, "type" | "fileName" | "isEntry" | "imports" | "dynamicImports" | "moduleIds" | "viteMetadata">;
type Bundle = Record<string, Chunk | { type: "asset" }>;

/** Which of these loads is over its budget, in sentences; also where a budget names a page that does not exist. */
export function overBudget(loads: FirstLoad[], budgets: readonly Budget[], sizeOf: (file: string) => number): string[] {
  return budgets.flatMap(({ path, bytes, requests }) => {
    const load = loads.find((one) => one.path === path);
    if (!load) return [`There is no page ${path}, which has a budget.`];
    const size = load.files.map(sizeOf).reduce((sum, one) => sum + one, 0);
    return [
      ...(size > bytes ? [`The first load of ${path} is ${kilobytes(size)}, over its budget of ${kilobytes(bytes)}.`] : []),
      ...(load.files.length > requests
        ? [`The first load of ${path} takes ${load.files.length} requests, over its budget of ${requests}.`]
        : []),
    ];
  });
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}

/**
 * Fails the build where a page loads more than its budget allows before it can be drawn, and writes `first-loads.json`: what each page that
 * has a budget loads, by its path, for the server to name it in the page's head.
 */
export function firstLoads(budgets: readonly Budget[]): Plugin {
  return {
    name: "hearth:first-loads",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const loads = firstLoadsOf(bundle);
        const problems = overBudget(loads, budgets, (file) => gzippedSize(bundle, file));
        if (problems.length > 0) this.error(problems.join("\n"));
        const listed = loads.filter(({ path }) => budgets.some((budget) => budget.path === path));
        const source = JSON.stringify(Object.fromEntries(listed.map(({ path, files }) => [path, files])));
        this.emitFile({ type: "asset", fileName: "first-loads.json", source });
      },
    },
  };
}

/** As a browser gets it that takes no brotli: compressed ahead of time, as far as gzip can. */
function gzippedSize(bundle: Rolldown.OutputBundle, file: string): number {
  const output = bundle[file];
  return output ? gzipSync(output.type === "chunk" ? output.code : output.source, { level: constants.Z_BEST_COMPRESSION }).length : 0;
}

const routeModule = /\/src\/routes\/(.+)\.tsx\?tsr-split=component$/;

/** Every route with a component of its own, with the layouts around it. */
export function firstLoadsOf(bundle: Bundle): FirstLoad[] {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const byRoute = new Map<string, Chunk>();
  for (const chunk of chunks) {
    for (const id of chunk.moduleIds) {
      const [, route] = routeModule.exec(id) ?? [];
      if (route !== undefined) byRoute.set(route, chunk);
    }
  }
  const entries = chunks.filter((chunk) => chunk.isEntry);
  return [...byRoute.keys()]
    .filter((route) => ![...byRoute.keys()].some((other) => other.startsWith(`${route}/`)))
    .map((route) => {
      const around = layoutsOf(route).flatMap((layout) => byRoute.get(layout) ?? []);
      return { path: pathOf(route), files: closureOf(bundle, [...entries, ...around]) };
    });
}

/** `merchant/_area/settings` stands in `merchant` and `merchant/_area`, where these have a component. */
function layoutsOf(route: string): string[] {
  const parts = route.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function pathOf(route: string): string {
  const parts = route.split(/[/.]/).filter((part) => !part.startsWith("_") && part !== "index" && part !== "route");
  return `/${parts.join("/")}`;
}

/** What these chunks import at once, with the styles of all of them, and the small files by which the page is asked for its parts. */
function closureOf(bundle: Bundle, start: Chunk[]): string[] {
  const files = new Set<string>();
  const later = new Set<string>();
  const queue = start.map((chunk) => chunk.fileName);
  for (const file of queue) {
    const output = bundle[file];
    if (files.has(file) || output?.type !== "chunk") continue;
    files.add(file);
    queue.push(...output.imports);
    for (const style of output.viteMetadata?.importedCss ?? []) files.add(style);
    for (const imported of output.dynamicImports) later.add(imported);
  }
  return [...files, ...[...later].filter((file) => passesOnOnly(bundle, file, files))];
}

/**
 * Whether a file has no code of its own and only passes on what is loaded already: the bundler makes one for each part of a page that stands in a file
 * with others. Where it is not loaded with the page, asking for it costs one more trip to the server before anything is drawn.
 */
function passesOnOnly(bundle: Bundle, file: string, loaded: ReadonlySet<string>): boolean {
  const output = bundle[file];
  return output?.type === "chunk" && output.moduleIds.length === 0 && output.imports.every((imported) => loaded.has(imported));
}
