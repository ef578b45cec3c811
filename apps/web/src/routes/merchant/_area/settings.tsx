import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { SettingsPage, type SettingsTab } from "../../../areas/merchant/settings/settings-page.tsx";
import { linkOutcome, linkOutcomeSearch } from "../../../features/wallet/link/link-outcome.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/settings")({
  validateSearch: linkOutcomeSearch.extend({ tab: z.enum(["business", "wallet"]).optional().catch(undefined) }),
  component: Settings,
});

function Settings() {
  useTitle("Settings");
  const { tab = "business", ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onTab = (next: SettingsTab) => void navigate({ search: { tab: next }, replace: true });
  return <SettingsPage tab={tab} onTab={onTab} cameBack={linkOutcome(search)} />;
}
