import { createFileRoute } from "@tanstack/react-router";
import { ResolutionsPage } from "../../areas/public/info/terms-pages.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/resolutions")({ component: Resolutions });

function Resolutions() {
  useTitle("Resolutions");
  return <ResolutionsPage />;
}
