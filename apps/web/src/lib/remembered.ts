const forgets = new Set<() => void>();

/** Registry of cached server data. Each cache registers a function that clears it. Does nothing before the first cache exists. */
export const remembered = {
  by(forget: () => void): void {
    forgets.add(forget);
  },
  forget(): void {
    for (const forget of forgets) forget();
  },
};
