import { createFileRoute } from "@tanstack/react-router";
import { CareersPage } from "../../areas/public/info/company-pages.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/careers")({ component: Careers });

function Careers() {
  useTitle("Careers");
  return <CareersPage />;
}
