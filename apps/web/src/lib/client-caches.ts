const clearers = new Set<() => void>();

/** Registry of cached server data. Each cache registers a function that clears it. Does nothing before the first cache exists. */
export const clientCaches = {
  onClear(clear: () => void): void {
    clearers.add(clear);
  },
  clear(): void {
    for (const clear of clearers) clear();
  },
};
