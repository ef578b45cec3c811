import type * as DrawingsModule from "./drawings.ts";
import type { Drawing } from "@hearth/domain/engraving/drawing";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";

type Drawings = typeof DrawingsModule;

/** No page needs a drawing for its first words, so the code that draws comes with the first one. */
let drawings: Drawings | null = null;
const waiting = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  waiting.add(listener);
  if (drawings === null) void load();
  return () => void waiting.delete(listener);
}

/** Where the code does not come, nothing is drawn: the words beside a drawing say the same. */
async function load(): Promise<void> {
  drawings = await import("./drawings.ts").catch(() => null);
  for (const listener of waiting) listener();
}

/** What draws; null until it is there. */
export function useDrawings(): Drawings | null {
  return useSyncExternalStore(subscribe, () => drawings);
}

/** A drawing and the element it belongs to: nothing is drawn before that comes into view. */
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
