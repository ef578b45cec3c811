import type { Rolldown } from "vite";

/** A page that visitors open first. */
export interface FirstPage {
  name: string;
  /** Its route files from the outermost layout inwards, as paths in `src/routes` without `.tsx`. */
  routes: readonly string[];
}

/** A chunk shared by several first pages. */
export interface SharedFile {
  name: string;
  /** Names of the pages that load it. */
  pages: readonly string[];
}

type Graph = Pick<Rolldown.ChunkingContext, "getModuleInfo">;

/**
 * Names the chunk of a module, for a group of the bundler. Splits scripts and styles by the pages that visitors open first.
 * A module used by one page goes into that page's chunk, a module used by several into the first shared chunk that all of them load.
 * Pages that use a module also use its imports. So these are in the same chunk or in a later one of the list, and never form a cycle.
 * Returns null if none of these pages uses the module.
 */
export function firstPageChunks(routesFolder: string, pages: readonly FirstPage[], shared: readonly SharedFile[]) {
  let users: Map<string, string[]> | null = null;
  return (id: string, graph: Graph): string | null => {
    users ??= usersOf(routesFolder, pages, graph);
    const [first, ...others] = users.get(id) ?? [];
    if (first === undefined) return null;
    if (others.length === 0) return first;
    const file = shared.find((chunk) => [first, ...others].every((page) => chunk.pages.includes(page)));
    if (!file) throw new Error(`first-pages.ts defines no shared chunk that is loaded by all of ${[first, ...others].join(", ")}`);
    return file.name;
  };
}

/** Names of the pages that statically import each module, directly or not. */
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
