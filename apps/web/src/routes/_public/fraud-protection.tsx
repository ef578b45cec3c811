import { createFileRoute } from "@tanstack/react-router";
import { FraudProtectionPage } from "../../areas/public/info/terms-pages.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/fraud-protection")({ component: FraudProtection });

function FraudProtection() {
  useTitle("Fraud protection");
  return <FraudProtectionPage />;
}
