import { createFileRoute } from "@tanstack/react-router";
import { AdminSettings } from "../../../areas/admin/settings/admin-settings.tsx";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/settings")({ component: SettingsPage });

function SettingsPage() {
  useTitle("Admin settings");
  return <AdminSettings />;
}
