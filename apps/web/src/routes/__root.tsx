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
  // What the router draws it draws in one go; what is deferred React draws in short slices, between which the browser answers.
  const isPageDue = useDeferredValue(true, false);
  return <ToastArea>{isPageDue && <Outlet />}</ToastArea>;
}
