import { createFileRoute, Outlet } from "@tanstack/react-router";
import { PublicShell } from "../areas/consumer/shell/public-shell.tsx";

export const Route = createFileRoute("/_public")({
  component: () => (
    <PublicShell>
      <Outlet />
    </PublicShell>
  ),
});
