import type { AnyRouter } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { Page } from "../../ui/page.tsx";
import { Loading, Skeleton, SkeletonLedger } from "../../ui/skeleton.tsx";

/** Shape of a page whose code has not come yet: its title and a list. */
function PageShape() {
  return (
    <Page>
      <BarePageShape />
    </Page>
  );
}

/** Shape of a page in a shell that has the page's margins. */
function BarePageShape() {
  return (
    <Loading label="Loading the page">
      <Skeleton width="16rem" height="2.75rem" />
      <SkeletonLedger />
    </Loading>
  );
}

/** Shapes by the start of the route. */
const shapes: Readonly<Record<string, ComponentType>> = {
  "/_consumer/": PageShape,
  "/_public/": PageShape,
  "/admin/_area/": PageShape,
  "/merchant/_area/": BarePageShape,
};

/**
 * Makes a navigation show the shape of the next page in its shell after 150 ms, while the page's code is on its way. The navigation marks
 * the next page at once. Until this is called, the page that is left stays.
 */
export function showPageShapes(router: AnyRouter): void {
  const waiting = new Map<string, ComponentType>();
  for (const { id, children } of Object.values(router.routesById)) {
    const shape = Object.entries(shapes).find(([area]) => id.startsWith(area))?.[1];
    if (shape !== undefined && children === undefined) waiting.set(id, shape);
  }
  const give = () => {
    for (const [id, shape] of waiting) {
      // The page that is shown gets its shape once it is left: the router wraps a page that has one, and would render it anew.
      if (router.state.matches.some(({ routeId }) => routeId === id)) continue;
      const { options } = router.routesById[id];
      options.pendingComponent ??= shape;
      options.pendingMinMs = 0;
      waiting.delete(id);
    }
  };
  give();
  router.subscribe("onResolved", give);
}
