import type { SessionArea } from "./call-area.ts";

const clearers = new Set<(area: SessionArea) => void>();

/** Registry of cached server data. Each cache registers a function that clears the data of an area. Does nothing before the first cache exists. */
export const clientCaches = {
  onClear(clear: (area: SessionArea) => void): void {
    clearers.add(clear);
  },
  clear(area: SessionArea): void {
    for (const clear of clearers) clear(area);
  },
};
