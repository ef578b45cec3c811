const forgets = new Set<() => void>();

/** What the browser remembers of the server's answers. Whatever keeps some says how they are forgotten; before anything was asked, nothing does. */
export const remembered = {
  by(forget: () => void): void {
    forgets.add(forget);
  },
  forget(): void {
    for (const forget of forgets) forget();
  },
};
