import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { UnhandledError } from "./kit/shell/message-screen.tsx";
import { remembered } from "./lib/remembered.ts";
import { session } from "./lib/session.ts";
import { stepUp } from "./lib/step-up.ts";
import { routeTree } from "./routeTree.gen.ts";

/**
 * The router of the product, over the browser's history unless another is given. Every change of path begins at the top of the new page,
 * and its content gets the focus.
 */
export function createAppRouter(history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: "intent",
    // Freshness is the query client's business, not the router's.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultErrorComponent: UnhandledError,
  });

  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    if (!pathChanged) return;
    window.scrollTo(0, 0);
    if (fromLocation) document.getElementById("main")?.focus({ preventScroll: true });
  });

  return router;
}

/**
 * When the account changes, here or in another window, what was loaded for the one before is forgotten and the guards are asked again.
 * Returns what ends this.
 */
export function followSession(router: { invalidate: () => Promise<void> }): () => void {
  let { authToken, adminToken } = session.get();
  const stop = session.subscribe(() => {
    const now = session.get();
    if (now.authToken === authToken && now.adminToken === adminToken) return;
    ({ authToken, adminToken } = now);
    stepUp.get()?.end(false); // it was asked of somebody who is gone
    // Whoever changed the session may lead somewhere in the same breath; the guards then judge the new place.
    queueMicrotask(() => void leave(now.authToken === null && now.adminToken === null));
  });

  /** With nobody signed in, what is still on the screen would ask again for what it lost, so it goes first. */
  async function leave(isSignedOut: boolean): Promise<void> {
    if (!isSignedOut) remembered.forget();
    await router.invalidate();
    if (isSignedOut) remembered.forget();
  }

  return stop;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
