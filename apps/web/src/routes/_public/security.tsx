import { createFileRoute } from "@tanstack/react-router";
import { SecurityPage } from "../../areas/public/info/terms-pages.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/security")({ component: Security });

function Security() {
  useTitle("Security");
  return <SecurityPage />;
}
