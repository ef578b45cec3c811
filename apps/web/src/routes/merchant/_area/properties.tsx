import { createFileRoute } from "@tanstack/react-router";
import { Properties } from "../../../areas/merchant/rent/properties.tsx";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/properties")({ component: PropertiesPage });

function PropertiesPage() {
  useTitle("Properties");
  return <Properties />;
}
