import type { Plugin, Rolldown } from "vite";

type Chunk = Pick<Rolldown.OutputChunk, "type" | "fileName" | "imports">;
type Bundle = Record<string, Chunk | { type: "asset" }>;

/**
 * Fails the build if chunks import each other in a cycle. A module could then run before a module it imports, in another chunk of the
 * cycle.
 * A cycle around a module with top-level await (`src/startup/`) would wait forever.
 */
export function noChunkCycles(): Plugin {
  return {
    name: "hearth:no-chunk-cycles",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const cycle = chunkCycle(bundle);
        if (cycle) this.error(`These chunks import each other in a cycle: ${cycle.join(", ")}.`);
      },
    },
  };
}

/** Returns the first cycle of static imports, each chunk once, or null. */
export function chunkCycle(bundle: Bundle): string[] | null {
  const isDone = new Set<string>();
  const visit = (file: string, way: readonly string[]): string[] | null => {
    if (way.includes(file)) return way.slice(way.indexOf(file));
    const output = bundle[file];
    if (isDone.has(file) || output?.type !== "chunk") return null;
    for (const next of output.imports) {
      const cycle = visit(next, [...way, file]);
      if (cycle) return cycle;
    }
    isDone.add(file);
    return null;
  };
  for (const file of Object.keys(bundle)) {
    const cycle = visit(file, []);
    if (cycle) return cycle;
  }
  return null;
}
