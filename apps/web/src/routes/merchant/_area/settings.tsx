import { createFileRoute } from "@tanstack/react-router";
import { oneOf, searchOf } from "../../../lib/search.ts";
import { SettingsPage, type SettingsTab } from "../../../areas/merchant/settings/settings-page.tsx";
import { linkOutcome } from "../../../features/wallet/link/link-outcome.ts";
import { linkOutcomeSearch } from "../../../features/wallet/link/link-search.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/settings")({
  validateSearch: searchOf({ ...linkOutcomeSearch, tab: oneOf(["business", "wallet", "staff", "reminders", "profile", "account"]) }),
  component: Settings,
});

function Settings() {
  useTitle("Settings");
  const { tab = "business", ...search } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onTab = (next: SettingsTab) => void navigate({ search: { tab: next }, replace: true });
  return <SettingsPage tab={tab} onTab={onTab} exchangeOutcome={linkOutcome(search)} />;
}
