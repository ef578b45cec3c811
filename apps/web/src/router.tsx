import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { UnhandledError } from "./features/shell/unhandled-error.tsx";
import { routeTree } from "./routeTree.gen.ts";

/** The router of the product. Every change of path begins at the top of the new page, and its content gets the focus. */
export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: "intent",
    // Freshness is the query client's business, not the router's.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: UnhandledError,
  });

  router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
    if (!pathChanged) return;
    window.scrollTo(0, 0);
    if (fromLocation) document.getElementById("main")?.focus({ preventScroll: true });
  });

  return router;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
