import { createFileRoute } from "@tanstack/react-router";
import { PrivacyPage } from "../../areas/public/info/terms-pages.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/privacy")({ component: Privacy });

function Privacy() {
  useTitle("Privacy");
  return <PrivacyPage />;
}
