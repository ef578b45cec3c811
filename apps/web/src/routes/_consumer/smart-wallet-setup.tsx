import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { WalletSetup } from "../../features/wallet/wallet-setup.tsx";

export const Route = createFileRoute("/_consumer/smart-wallet-setup")({
  validateSearch: z.object({ from: z.string().optional().catch(undefined) }),
  component: SmartWalletSetup,
});

function SmartWalletSetup() {
  const { from } = Route.useSearch();
  return <WalletSetup from={from} />;
}
