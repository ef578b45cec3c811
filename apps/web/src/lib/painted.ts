/** How long is waited at most: a tab behind others is not drawn. */
const atLatestMs = 1_000;

/** Resolves once what the page shows now stands on the screen, or soon where it does not come there. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, atLatestMs);
    requestAnimationFrame(() => setTimeout(resolve)); // a frame's callbacks run before it is drawn
  });
}
