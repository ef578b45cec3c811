import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { SettingsPage } from "../../../features/merchant/settings/settings-page.tsx";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/settings")({
  validateSearch: z.object({ tab: z.enum(["business", "wallet"]).optional().catch(undefined) }),
  component: Settings,
});

function Settings() {
  useTitle("Settings");
  const { tab = "business" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <SettingsPage tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />;
}
