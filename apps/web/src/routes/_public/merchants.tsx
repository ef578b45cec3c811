import { createFileRoute } from "@tanstack/react-router";
import { MerchantsPage } from "../../areas/public/info/guide-pages.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/merchants")({ component: Merchants });

function Merchants() {
  useTitle("Merchants");
  return <MerchantsPage />;
}
