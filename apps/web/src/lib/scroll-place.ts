import type { AnyRouter } from "@tanstack/react-router";

/** Keys of the visitor's that scroll, and other signs that they have taken over. */
const takeovers = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Keeps the scroll position of every entry of the history. Going back or forward to another path returns to the position that was left,
 * also while its content is still loading; any other change of path starts at the top. Changes within a path do not scroll. Going
 * back before the next page has come counts as coming back, because its shape has replaced the page.
 */
export function keepScrollPlaces(router: AnyRouter): void {
  const places = new Map<string, number>();
  let stop = () => {};
  /** True while the shape of a page that has not come yet takes the place of the page that was left. */
  const isShapeShown = () => router.state.matches.some(({ status }) => status === "pending");
  let wasLeft = false;
  window.history.scrollRestoration = "manual";
  // Lets the browser return to the position after a reload.
  window.addEventListener("pagehide", () => (window.history.scrollRestoration = "auto"));
  router.subscribe("onBeforeNavigate", ({ fromLocation }) => {
    const key = fromLocation?.state.__TSR_key;
    wasLeft = isShapeShown();
    if (key !== undefined && !wasLeft) places.set(key, window.scrollY);
  });
  router.subscribe("onRendered", ({ toLocation, pathChanged }) => {
    if (!pathChanged && !wasLeft) return;
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
