import type { Rolldown } from "vite";

/** A page that people open first, and the kind of pages it is like. */
export interface FirstPage {
  name: string;
  kind: string;
  /** The route files it is made of, from its outermost layout inwards: their paths in `src/routes`, without `.tsx`. */
  routes: readonly string[];
}

type Graph = Pick<Rolldown.ChunkingContext, "getModuleInfo">;

/**
 * Names the chunk of a module, for a group of the bundler: cuts scripts, and with them styles, along the pages that people open first. What one
 * of them uses alone is its own file; what several use is one file for each set of kinds. So no first page fetches what only another kind of
 * page needs, and each is a handful of files. Null for what none of them uses.
 */
export function firstPageChunks(routesFolder: string, pages: readonly FirstPage[]) {
  let users: Map<string, FirstPage[]> | null = null;
  return (id: string, graph: Graph): string | null => {
    users ??= usersOf(routesFolder, pages, graph);
    const [first, ...others] = users.get(id) ?? [];
    if (!first) return null;
    return others.length === 0 ? first.name : [...new Set([first, ...others].map(({ kind }) => kind))].join("-");
  };
}

/** Which of the pages import each module, directly or not, and at once: what is fetched later is left out. */
function usersOf(routesFolder: string, pages: readonly FirstPage[], graph: Graph): Map<string, FirstPage[]> {
  const users = new Map<string, FirstPage[]>();
  for (const page of pages) {
    const reached = new Set<string>();
    const queue = page.routes.map((route) => `${routesFolder}/${route}.tsx?tsr-split=component`);
    for (const id of queue) {
      if (reached.has(id)) continue;
      reached.add(id);
      queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
    }
    for (const id of reached) users.set(id, [...(users.get(id) ?? []), page]);
  }
  return users;
}
