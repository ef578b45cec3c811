import { createFileRoute } from "@tanstack/react-router";
import { TermsPage } from "../../areas/public/info/terms-pages.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/terms")({ component: Terms });

function Terms() {
  useTitle("Terms");
  return <TermsPage />;
}
