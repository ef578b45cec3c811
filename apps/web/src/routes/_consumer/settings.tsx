import { createFileRoute } from "@tanstack/react-router";
import { Settings } from "../../features/settings/settings.tsx";
import { utils } from "../../lib/trpc.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/settings")({
  loader: () => void utils.auth.devices.prefetch(),
  component: SettingsPage,
});

function SettingsPage() {
  useTitle("Settings");
  return <Settings />;
}
