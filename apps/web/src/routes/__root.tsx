import { createRootRoute, Navigate, Outlet } from "@tanstack/react-router";
import { useDeferredValue } from "react";
import { UnhandledError } from "../kit/shell/message-screen.tsx";
import { ToastArea } from "../ui/toast.tsx";

export const Route = createRootRoute({
  component: Root,
  errorComponent: UnhandledError,
  notFoundComponent: () => <Navigate to="/404" replace />,
});

function Root() {
  // Deferred, because React renders deferred updates in short slices, between which the browser responds.
  const isPageDue = useDeferredValue(true, false);
  return <ToastArea>{isPageDue && <Outlet />}</ToastArea>;
}
