import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { WalletCallback } from "../features/wallet/link/wallet-callback.tsx";

const text = z.string().optional().catch(undefined);

export const Route = createFileRoute("/wallet-callback")({
  validateSearch: z.object({ code: text, state: text, error: text }),
  component: Callback,
});

function Callback() {
  return <WalletCallback {...Route.useSearch()} />;
}
