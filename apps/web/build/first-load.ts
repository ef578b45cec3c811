import { constants, gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";

/** Limits for a page's first load: bytes of gzip and number of requests, for scripts and styles together. */
export interface Budget {
  path: string;
  /** End of the path of a module that the page loads next. The budget is then for what this adds to the page. */
  part?: string;
  bytes: number;
  requests: number;
}

/** Files that a browser loads before a route can be rendered. */
export interface FirstLoad {
  /** The router's path, such as `/checkout/$reference`. */
  path: string;
  /** As in its budget. */
  part?: string;
  /** Scripts and styles, the page's own ones last. */
  files: string[];
}

type Chunk = Pick<Rolldown.OutputChunk, "type" | "fileName" | "isEntry" | "imports" | "dynamicImports" | "moduleIds" | "viteMetadata">;
type Bundle = Record<string, Chunk | { type: "asset" }>;

/** Describes the loads that exceed their budget, and budgets for pages that do not exist. */
export function overBudget(loads: FirstLoad[], budgets: readonly Budget[], sizeOf: (file: string) => number): string[] {
  return budgets.flatMap(({ path, part, bytes, requests }) => {
    const load = loads.find((known) => known.path === path && known.part === part);
    if (!load) return [`There is no page ${path}${part === undefined ? "" : ` with ${part}`}, which has a budget.`];
    const what = part === undefined ? `The first load of ${path}` : `The load of ${part} on ${path}`;
    const size = load.files.map(sizeOf).reduce((sum, fileBytes) => sum + fileBytes, 0);
    return [
      ...(size > bytes ? [`${what} is ${kilobytes(size)}, over its budget of ${kilobytes(bytes)}.`] : []),
      ...(load.files.length > requests ? [`${what} takes ${load.files.length} requests, over its budget of ${requests}.`] : []),
    ];
  });
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}

/**
 * Fails the build if a page's first load exceeds its budget.
 * Writes `first-loads.json` with the files of each page that has a budget. The server adds them to the page's head.
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
        const parts = budgets.flatMap(({ path, part }) => (part === undefined ? [] : partLoadsOf(bundle, loads, { path, part })));
        const problems = overBudget([...loads, ...parts], budgets, (file) => gzippedSize(bundle, file));
        if (problems.length > 0) this.error(problems.join("\n"));
        const listed = loads.filter(({ path }) => budgets.some((budget) => budget.path === path));
        const source = JSON.stringify(Object.fromEntries(listed.map(({ path, files }) => [path, files])));
        this.emitFile({ type: "asset", fileName: "first-loads.json", source });
      },
    },
  };
}

/** Size with the best gzip compression, as served to browsers without brotli. */
function gzippedSize(bundle: Rolldown.OutputBundle, file: string): number {
  const output = bundle[file];
  return output ? gzipSync(output.type === "chunk" ? output.code : output.source, { level: constants.Z_BEST_COMPRESSION }).length : 0;
}

const routeModule = /\/src\/routes\/(.+)\.tsx\?tsr-split=component$/;

/** Returns the first load of every route with a component, including its layouts. */
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

/** Returns the files that a part adds to a page's first load. Empty where there is no such page or part. */
export function partLoadsOf(
  bundle: Bundle,
  loads: readonly FirstLoad[],
  { path, part }: Required<Pick<Budget, "path" | "part">>,
): FirstLoad[] {
  const page = loads.find((load) => load.path === path);
  const chunk = Object.values(bundle).find((output) => output.type === "chunk" && output.moduleIds.some((id) => id.endsWith(part)));
  if (!page || chunk?.type !== "chunk") return [];
  return [{ path, part, files: closureOf(bundle, [chunk]).filter((file) => !page.files.includes(file)) }];
}

/** Returns the candidates for a route's layouts: `merchant/_area/settings` is inside of `merchant` and `merchant/_area`. */
function layoutsOf(route: string): string[] {
  const parts = route.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function pathOf(route: string): string {
  const parts = route.split(/[/.]/).filter((part) => !part.startsWith("_") && part !== "index" && part !== "route");
  return `/${parts.join("/")}`;
}

/** Returns the static imports of chunks with all their styles, and the small chunks through which the page loads its parts. */
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
  return [...files, ...[...later].filter((file) => onlyReexports(bundle, file, files))];
}

/**
 * True if a chunk has no code of its own and only re-exports loaded chunks. The bundler creates one for each part of a page that shares a
 * file with others.
 * If it is not loaded with the page, importing it costs a round trip before the first paint.
 */
function onlyReexports(bundle: Bundle, file: string, loaded: ReadonlySet<string>): boolean {
  const output = bundle[file];
  return output?.type === "chunk" && output.moduleIds.length === 0 && output.imports.every((imported) => loaded.has(imported));
}
