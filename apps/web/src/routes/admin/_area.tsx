import { createFileRoute, Outlet } from "@tanstack/react-router";
import { ServerData } from "../../kit/server-data.tsx";
import { AdminShell } from "../../areas/admin/shell/admin-shell.tsx";
import { requireAdmin } from "../../features/auth/guards.ts";

export const Route = createFileRoute("/admin/_area")({
  beforeLoad: requireAdmin,
  component: () => (
    <ServerData>
      <AdminShell>
        <Outlet />
      </AdminShell>
    </ServerData>
  ),
});
