import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { PageError } from "./kit/shell/message-screen.tsx";
import { clientCaches } from "./lib/client-caches.ts";
import { session } from "./lib/session.ts";
import { stepUp } from "./lib/step-up.ts";
import { routeTree } from "./routeTree.gen.ts";

/**
 * True for the page that checks records, which the server lets connect to any node. A browser keeps a page's content security policy until
 * it loads another document, so this page is entered and left by loading one.
 */
const hasOwnPolicy = (path: string): boolean => path.replace(/\/$/, "") === "/verify";

/**
 * Creates the app's router, with the browser's history by default. On every change of path it scrolls to the top and focuses the content.
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
    if (!pathChanged) return;
    window.scrollTo(0, 0);
    if (fromLocation) document.getElementById("main")?.focus({ preventScroll: true });
  });

  return router;
}

/** Clears cached data and reruns the route guards when the account changes, here or in another window. Returns a function that stops it. */
export function followSession(router: { invalidate: () => Promise<void> }): () => void {
  let { authToken, adminToken } = session.get();
  const stop = session.subscribe(() => {
    const now = session.get();
    if (now.authToken === authToken && now.adminToken === adminToken) return;
    ({ authToken, adminToken } = now);
    stepUp.get()?.end(false); // It was asked of the previous user
    // The code that changed the session may also navigate in the same task. The guards then check the new location.
    queueMicrotask(() => void leave(now.authToken === null && now.adminToken === null));
  });

  /** After a sign-out the page is left before its data is cleared, because it would refetch the cleared data. */
  async function leave(isSignedOut: boolean): Promise<void> {
    if (!isSignedOut) clientCaches.clear();
    await router.invalidate();
    if (isSignedOut) clientCaches.clear();
  }

  return stop;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
