import { createFileRoute } from "@tanstack/react-router";
import { searchOf, text } from "../lib/search.ts";
import { WalletCallback } from "../features/wallet/link/wallet-callback.tsx";

export const Route = createFileRoute("/wallet-callback")({
  validateSearch: searchOf({ code: text(), state: text(), error: text() }),
  component: Callback,
});

function Callback() {
  return <WalletCallback {...Route.useSearch()} />;
}
