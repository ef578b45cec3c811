import type * as DrawingsModule from "./drawings.ts";
import type { Drawing } from "@hearth/domain/engraving/drawing";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";

type Drawings = typeof DrawingsModule;

/** Drawing code, loaded with the first drawing, because no page needs it for the first paint. */
let drawings: Drawings | null = null;
const waiting = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  waiting.add(listener);
  if (drawings === null) void load();
  return () => void waiting.delete(listener);
}

/** If loading fails nothing is drawn, because the text beside a drawing says the same. */
async function load(): Promise<void> {
  drawings = await import("./drawings.ts").catch(() => null);
  for (const listener of waiting) listener();
}

/** Returns the drawing code, or null until it is loaded. */
export function useDrawings(): Drawings | null {
  return useSyncExternalStore(subscribe, () => drawings);
}

/** Returns a ref and the drawing for its element. Draws when the element comes into view. */
export function useDrawing({ kind, hash, width, height }: DrawingsModule.Wanted): [RefObject<HTMLSpanElement | null>, Drawing | null] {
  const ref = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  const draws = useDrawings();
  useEffect(() => {
    if (ref.current === null || isSeen) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && setSeen(true), { rootMargin: "200px" });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return [ref, isSeen && draws ? draws.drawn({ kind, hash, width, height }) : null];
}
