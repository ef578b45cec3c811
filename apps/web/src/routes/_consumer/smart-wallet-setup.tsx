import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Go } from "../../features/wallet/setup/use-wizard.ts";
import { WalletSetup } from "../../features/wallet/setup/wallet-setup.tsx";
import { wizardSearch } from "../../features/wallet/setup/wizard-search.ts";

export const Route = createFileRoute("/_consumer/smart-wallet-setup")({
  validateSearch: wizardSearch,
  component: SmartWalletSetup,
});

function SmartWalletSetup() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const go = useCallback<Go>(
    (place, replace = false) => void navigate({ search: ({ from }) => ({ from, ...place }), replace }),
    [navigate],
  );
  return <WalletSetup search={search} go={go} />;
}
