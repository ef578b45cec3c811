import { createFileRoute, Outlet } from "@tanstack/react-router";
import { AdminShell } from "../../areas/admin/shell/admin-shell.tsx";
import { requireAdmin } from "../../features/auth/guards.ts";

export const Route = createFileRoute("/admin/_area")({
  beforeLoad: requireAdmin,
  component: () => (
    <AdminShell>
      <Outlet />
    </AdminShell>
  ),
});
