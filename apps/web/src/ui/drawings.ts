import { bandOf } from "@hearth/domain/engraving/band";
import { beadOf, blankBead } from "@hearth/domain/engraving/bead";
import type { Drawing } from "@hearth/domain/engraving/drawing";
import { rosetteOf } from "@hearth/domain/engraving/rosette";
import { sealOf } from "@hearth/domain/engraving/seal";

export { sealOf };

export interface Wanted {
  kind: "band" | "bead" | "rosette";
  /** Null for a bead of which nothing was paid. */
  hash: string | null;
  width: number;
  height: number;
}

/** A drawing takes some milliseconds and up to 60 kB, and is the same whenever it is asked for. */
const kept = new Map<string, Drawing>();
const mostKept = 60;

/** A drawing by its kind, hash and size; the most recent ones are kept. */
export function drawn({ kind, hash, width, height }: Wanted): Drawing {
  const key = `${kind} ${hash} ${width} ${height}`;
  const known = kept.get(key);
  if (known) return known;
  const [oldest] = kept.keys();
  if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
  const made = draw(kind, hash, width, height);
  kept.set(key, made);
  return made;
}

function draw(kind: Wanted["kind"], hash: string | null, width: number, height: number): Drawing {
  if (hash === null) return blankBead(width, height);
  if (kind === "rosette") return rosetteOf(hash, width);
  return kind === "band" ? bandOf(hash, width, height) : beadOf(hash, width, height);
}
