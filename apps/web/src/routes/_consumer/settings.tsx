import { createFileRoute } from "@tanstack/react-router";
import { Settings } from "../../features/settings/settings.tsx";
import { leaveToMerchantSettings } from "../../features/auth/guards.ts";
import { prefetch } from "../../lib/server.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/settings")({
  beforeLoad: ({ context }) => leaveToMerchantSettings(context.user, "account"),
  loader: () => prefetch(({ utils }) => utils.auth.devices.prefetch()),
  component: SettingsPage,
});

function SettingsPage() {
  useTitle("Settings");
  return <Settings />;
}
