import { createRootRoute, Navigate, Outlet } from "@tanstack/react-router";
import { Suspense, useDeferredValue } from "react";
import { UnhandledError } from "../kit/shell/message-screen.tsx";
import { whenIdle } from "../lib/loading/when-idle.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { ToastArea } from "../ui/toast.tsx";

/** Loaded before it is needed, because its file may be gone then. */
const PageBars = lazyPart(
  async () => {
    await new Promise<void>(whenIdle);
    return (await import("../kit/shell/page-bars.tsx")).PageBars;
  },
  () => null,
);

export const Route = createRootRoute({
  component: Root,
  errorComponent: UnhandledError,
  notFoundComponent: () => <Navigate to="/404" replace />,
});

function Root() {
  // Deferred, because React renders deferred updates in short slices, between which the browser responds.
  const isPageDue = useDeferredValue(true, false);
  return (
    <ToastArea>
      {isPageDue && <Outlet />}
      <Suspense>
        <PageBars />
      </Suspense>
    </ToastArea>
  );
}
