import { createFileRoute } from "@tanstack/react-router";
import { AdminDashboard } from "../../../areas/admin/dashboard/admin-dashboard.tsx";
import { prefetch } from "../../../lib/server.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/dashboard")({
  loader: () => prefetch(({ utils }) => utils.admin.dashboard.prefetch()),
  component: DashboardPage,
});

function DashboardPage() {
  useTitle("Admin dashboard");
  return <AdminDashboard />;
}
