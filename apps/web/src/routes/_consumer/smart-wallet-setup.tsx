import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { WalletSetup } from "../../features/wallet/wallet-setup.tsx";

const text = z.string().optional().catch(undefined);

export const Route = createFileRoute("/_consumer/smart-wallet-setup")({
  validateSearch: z.object({ from: text, oauth_success: z.unknown().optional(), oauth_error: text }),
  component: SmartWalletSetup,
});

function SmartWalletSetup() {
  const { from, oauth_success: success, oauth_error: problem } = Route.useSearch();
  return <WalletSetup from={from} hasLinked={success !== undefined} problem={problem} />;
}
