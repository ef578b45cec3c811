import type { AnyRouter } from "@tanstack/react-router";

/** Keys of the visitor's that scroll, and other signs that they have taken over. */
const takeovers = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Keeps the scroll position of every entry of the history. Going back or forward to another path returns to the position that was left,
 * also while its content is still loading; any other change of path starts at the top. Changes within a path do not scroll.
 */
export function keepScrollPlaces(router: AnyRouter): void {
  const places = new Map<string, number>();
  let stop = () => {};
  window.history.scrollRestoration = "manual";
  // Lets the browser return to the position after a reload.
  window.addEventListener("pagehide", () => (window.history.scrollRestoration = "auto"));
  router.subscribe("onBeforeNavigate", ({ fromLocation }) => {
    const key = fromLocation?.state.__TSR_key;
    if (key !== undefined) places.set(key, window.scrollY);
  });
  router.subscribe("onRendered", ({ toLocation, pathChanged }) => {
    if (!pathChanged) return;
    stop();
    stop = scrollTo(places.get(toLocation.state.__TSR_key ?? "") ?? 0);
  });
}

/** Scrolls to a position, as soon as the page is long enough. Stops when the visitor scrolls. Returns a function that stops it. */
function scrollTo(top: number): () => void {
  window.scrollTo(0, top);
  if (window.scrollY + 1 >= top) return () => {};
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (window.scrollY + 1 >= top) stop();
  });
  const stop = () => {
    observer.disconnect();
    for (const event of takeovers) window.removeEventListener(event, stop);
  };
  observer.observe(document.body);
  for (const event of takeovers) window.addEventListener(event, stop, { passive: true });
  return stop;
}
