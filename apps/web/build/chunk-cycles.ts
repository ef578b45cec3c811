import type { Plugin, Rolldown } from "vite";

type Chunk = Pick<Rolldown.OutputChunk, "type" | "fileName" | "imports">;
type Bundle = Record<string, Chunk | { type: "asset" }>;

/**
 * Fails the build where scripts import each other in a circle. A module then ran before one that it imports, in another script of the circle,
 * and a circle around a module that waits (`src/turns/`) never ended waiting.
 */
export function noChunkCycles(): Plugin {
  return {
    name: "hearth:no-chunk-cycles",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const cycle = chunkCycle(bundle);
        if (cycle) this.error(`These scripts import each other in a circle: ${cycle.join(", ")}.`);
      },
    },
  };
}

/** The first circle of static imports that is found, each script once; null where there is none. */
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
