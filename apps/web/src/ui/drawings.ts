import { bandOf } from "@hearth/domain/engraving/band";
import { beadOf, blankBead } from "@hearth/domain/engraving/bead";
import type { Drawing } from "@hearth/domain/engraving/drawing";
import { rosetteOf } from "@hearth/domain/engraving/rosette";
import { sealOf } from "@hearth/domain/engraving/seal";

export { sealOf };

export interface Wanted {
  kind: "band" | "bead" | "rosette";
  /** Null for a bead without a payment. */
  hash: string | null;
  width: number;
  height: number;
}

/** Cache. A drawing takes some milliseconds and up to 60 kB, and depends only on its parameters. */
const cache = new Map<string, Drawing>();
const maxCached = 60;

/** Returns the drawing for a kind, hash and size. Caches the most recent ones. */
export function drawn({ kind, hash, width, height }: Wanted): Drawing {
  const key = `${kind} ${hash} ${width} ${height}`;
  const known = cache.get(key);
  if (known) return known;
  const [oldest] = cache.keys();
  if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest);
  const drawing = draw(kind, hash, width, height);
  cache.set(key, drawing);
  return drawing;
}

function draw(kind: Wanted["kind"], hash: string | null, width: number, height: number): Drawing {
  if (hash === null) return blankBead(width, height);
  if (kind === "rosette") return rosetteOf(hash, width);
  return kind === "band" ? bandOf(hash, width, height) : beadOf(hash, width, height);
}
