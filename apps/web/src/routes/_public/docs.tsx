import { createFileRoute } from "@tanstack/react-router";
import { ServerData } from "../../kit/server-data.tsx";
import { ApiDocsPage } from "../../areas/public/api-docs/api-docs-page.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_public/docs")({ component: Docs });

function Docs() {
  useTitle("API");
  return (
    <ServerData>
      <ApiDocsPage />
    </ServerData>
  );
}
