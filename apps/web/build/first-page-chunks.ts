import type { Rolldown } from "vite";

/** A page that people open first. */
export interface FirstPage {
  name: string;
  /** The route files it is made of, from its outermost layout inwards: their paths in `src/routes`, without `.tsx`. */
  routes: readonly string[];
}

/** A file for what several first pages have in common. */
export interface SharedFile {
  name: string;
  /** The names of the pages that load it. */
  pages: readonly string[];
}

type Graph = Pick<Rolldown.ChunkingContext, "getModuleInfo">;

/**
 * Names the chunk of a module, for a group of the bundler: cuts scripts, and with them styles, along the pages that people open first. What one
 * of them uses alone is its own file; what several use is in the first of the shared files that all of them load. A module's imports
 * are used by at least the pages that use the module, so they stand in the same file or in a later one of the list: never in a circle.
 * Null for what none of these pages uses.
 */
export function firstPageChunks(routesFolder: string, pages: readonly FirstPage[], shared: readonly SharedFile[]) {
  let users: Map<string, string[]> | null = null;
  return (id: string, graph: Graph): string | null => {
    users ??= usersOf(routesFolder, pages, graph);
    const [first, ...others] = users.get(id) ?? [];
    if (first === undefined) return null;
    if (others.length === 0) return first;
    const file = shared.find((one) => [first, ...others].every((page) => one.pages.includes(page)));
    if (!file) throw new Error(`No shared file is loaded by all of ${[first, ...others].join(", ")}`);
    return file.name;
  };
}

/** The names of the pages that import each module, directly or not, and at once: what is fetched later is left out. */
function usersOf(routesFolder: string, pages: readonly FirstPage[], graph: Graph): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const page of pages) {
    const reached = new Set<string>();
    const queue = page.routes.map((route) => `${routesFolder}/${route}.tsx?tsr-split=component`);
    for (const id of queue) {
      if (reached.has(id)) continue;
      reached.add(id);
      queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
    for (const id of reached) users.set(id, [...(users.get(id) ?? []), page.name]);
  }
  return users;
}
