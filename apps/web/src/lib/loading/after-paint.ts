/** Maximum wait, because a hidden tab is not painted. */
const maxWaitMs = 1_000;

/** Resolves when the current state of the page is painted, or after a second. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, maxWaitMs);
    requestAnimationFrame(() => setTimeout(resolve)); // A frame's callbacks run before it is painted
  });
}
