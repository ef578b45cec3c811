import { createFileRoute } from "@tanstack/react-router";
import { BusinessPage } from "../../areas/public/info/guide-pages.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/business")({ component: Business });

function Business() {
  useTitle("Business");
  return <BusinessPage />;
}
