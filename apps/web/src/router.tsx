import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { PageError } from "./kit/shell/message-screen.tsx";
import { clientCaches } from "./lib/client-caches.ts";
import type { SessionArea } from "./lib/call-area.ts";
import { session } from "./lib/session.ts";
import type { Session } from "./lib/session-store.ts";
import { stepUp } from "./lib/step-up.ts";
import { routeTree } from "./routeTree.gen.ts";

/**
 * True for the page that checks records, which the server lets connect to any node. A browser keeps a page's content security policy until
 * it loads another document, so this page is entered and left by loading one.
 */
const hasOwnPolicy = (path: string): boolean => path.replace(/\/$/, "") === "/verify";

/**
 * Creates the app's router, with the browser's history by default. On every change of path it scrolls to the top; `keepScrollPlaces` then
 * returns to a known position. It focuses the content, or leaves the focus in the field that the page has chosen.
 */
export function createAppRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: "intent",
    // The query client decides about freshness.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultErrorComponent: PageError,
  });

  const { commitLocation } = router;
  router.commitLocation = async (next) => {
    if (hasOwnPolicy(router.latestLocation.pathname) === hasOwnPolicy(next.pathname)) return commitLocation(next);
    window.location.assign(next.href);
  };

  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    const hasOwnFocus = document.activeElement instanceof HTMLInputElement;
    if (pathChanged) window.scrollTo(0, 0);
    if (fromLocation && pathChanged && !hasOwnFocus) document.getElementById("main")?.focus({ preventScroll: true });
  });

  return router;
}

/**
 * Follows the session, here and in other windows. When the account of an area changes, clears the area's cached data. On every change it
 * reruns the route guards. The other area keeps its data, and its forms what was typed. Returns a function that stops it.
 */
export function followSession(router: { invalidate: () => Promise<void> }): () => void {
  let before = session.get();
  return session.subscribe(() => {
    const now = session.get();
    const changed = areas.filter((area) => isOtherAccount(area, before, now));
    const hasNewToken = now.authToken !== before.authToken || now.adminToken !== before.adminToken;
    before = now;
    if (changed.length === 0 && !hasNewToken) return;
    const request = stepUp.get();
    if (request && changed.includes(request.area)) request.end(false); // It was asked of the previous user
    // The code that changed the session may also navigate in the same task. The guards then check the new location.
    queueMicrotask(() => void leave(changed, now));
  });

  /** After a sign-out the page is left before its data is cleared, because it would refetch the cleared data. */
  async function leave(changed: SessionArea[], now: Session): Promise<void> {
    const isLeft = (area: SessionArea) => tokenOf(area, now) === null;
    for (const area of changed) if (!isLeft(area)) clientCaches.clear(area);
    await router.invalidate();
    for (const area of changed) if (isLeft(area)) clientCaches.clear(area);
  }
}

const areas: SessionArea[] = ["auth", "admin"];

const tokenOf = (area: SessionArea, { authToken, adminToken }: Session) => (area === "admin" ? adminToken : authToken);

/** True if an area belongs to another account than before. A new token of the same account is no change. */
function isOtherAccount(area: SessionArea, before: Session, now: Session): boolean {
  if ((tokenOf(area, before) === null) !== (tokenOf(area, now) === null)) return true;
  const idOf = ({ adminId, user }: Session) => (area === "admin" ? adminId : (user?._id ?? null));
  const [id, nextId] = [idOf(before), idOf(now)];
  if (id === null || nextId === null) return tokenOf(area, before) !== tokenOf(area, now);
  return id !== nextId;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
