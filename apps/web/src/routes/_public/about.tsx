import { createFileRoute } from "@tanstack/react-router";
import { AboutPage } from "../../areas/public/info/company-pages.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/about")({ component: About });

function About() {
  useTitle("About");
  return <AboutPage />;
}
